/** A site whose readings tests push as its senders do. */
import { hashToken } from '#server/auth/tokens.ts'
import { buildChannel, buildSite } from './build-energy.ts'
import type { TestApp } from './test-app.ts'

export type SentByTest = { channel?: unknown; at?: unknown; value?: unknown }

let opened = 0

/** A new site with these channels, and a token. */
export async function openPushingSite(
  portal: TestApp,
  channels: NonNullable<Parameters<typeof buildChannel>[1]>[] = [{ key: 'grid' }],
) {
  opened += 1
  const token = `token-${opened}`
  const tokenHash = hashToken(token)
  const site = await buildSite(portal.runtime, { key: `site-${opened}`, token_hash: tokenHash })
  const built = []
  for (const channel of channels) built.push(await buildChannel(portal.runtime, { ...channel, site_id: site.id }))
  const url = `/api/energy/${token}/readings/`
  const push = (readings: SentByTest[]) => portal.visitor().post(url, { readings })
  return { site, tokenHash, url, push, channels: built }
}

/** The stored slots of a channel, in order. */
export function slotsOfChannel({ runtime }: TestApp, number: number) {
  return runtime.db
    .selectFrom('energy_slot')
    .selectAll()
    .where('channel_number', '=', number)
    .orderBy('at_ms')
    .execute()
}

/** The stored readings of a channel, in order. */
export function readingsOfChannel({ runtime }: TestApp, number: number) {
  return runtime.db
    .selectFrom('energy_reading')
    .selectAll()
    .where('channel_number', '=', number)
    .orderBy('at_ms')
    .execute()
}
