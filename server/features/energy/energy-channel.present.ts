import type { EnergyChannel } from '#contract/energy-channels.ts'
import type { Actor } from '#server/auth/actor.ts'
import { channelPermissionsOf } from './energy.policy.ts'
import type { ChannelRow } from './energy-channel.queries.ts'
import { channelFieldsOf, isSignInDoubt, lastValueOf } from './energy-channel.rules.ts'

export function presentChannel(actor: Actor, row: ChannelRow): EnergyChannel {
  return {
    id: row.id,
    siteId: row.site_id,
    ...channelFieldsOf(row),
    lastValue: lastValueOf(row),
    lastAt: row.last_at,
    isSignInDoubt: isSignInDoubt(row),
    permissions: channelPermissionsOf(actor),
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
