/** The presumed meaning of an unassigned value, and the channel it becomes. Pure. */
import type { ChannelAdapter, EnergyChannelInput, NewEnergyChannel } from '#contract/energy-channels.ts'
import { channelKeyLengthMax } from '#contract/energy-limits.ts'
import type { Assignment } from '#contract/energy-proposals.ts'
import type { SentReading } from '#contract/energy-readings.ts'
import { isMeasureOfRole } from '#contract/energy-roles.ts'
import { invalidField } from '#server/app-error.ts'
import { roleOf } from './discovery.rules.ts'
import type { ChannelRow } from './energy-channel.queries.ts'
import type { ProposalRow } from './energy-proposal.queries.ts'
import type { Meaning } from './found-values.rules.ts'

export type Proposed = {
  readonly adapter: 'push' | ChannelAdapter
  readonly topic: string
  readonly path: string
  /** null: a value for a known description. */
  readonly meaning: (Meaning & { readonly name: string }) | null
  /** As sent; null: a description without a value. */
  readonly example: string | null
}

/** Identifies a value of a site. */
export function placeOf({ adapter, topic, path }: { adapter: string; topic: string; path: string }): string {
  return JSON.stringify([adapter, topic, path])
}

const million = 1_000_000

/** The channel of a proposal; 422 `required` for a field that neither of them names. `taken`: keys of the site. */
export function assignedChannel(
  proposal: ProposalRow,
  input: Assignment,
  taken: ReadonlySet<string>,
): NewEnergyChannel {
  const role = input.role ?? proposal.role
  if (role === null) throw invalidField('role', 'required')
  const proposed = proposal.measure !== null && isMeasureOfRole(role, proposal.measure) ? proposal.measure : null
  const measure = input.measure ?? proposed
  if (measure === null) throw invalidField('measure', 'required')
  const { adapter, topic, path } = proposal
  return {
    ...input,
    siteId: proposal.site_id,
    key: input.key ?? freeKey(adapter === 'push' ? path : `${role}-${measure}`, taken),
    name: input.name ?? proposal.name,
    role,
    measure,
    factor: input.factor ?? proposal.factor_millionths / million,
    source: adapter === 'push' ? 'push' : { adapter, topic, path },
  }
}

function freeKey(wanted: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? '' : `-${number}`
    const key = `${wanted.slice(0, channelKeyLengthMax - end.length)}${end}`
    if (!taken.has(key)) return key
  }
}

type Waiting = Pick<ChannelRow, 'role' | 'measure' | 'device' | 'storage_id' | 'source' | 'last_at'>

/** A channel created before its sender was known: without readings yet, and of the same role and measure. */
export function waitingChannel<Channel extends Waiting>(
  channels: readonly Channel[],
  { role, measure, device = '', storageId = null }: NewEnergyChannel,
): Channel | undefined {
  return channels.find(
    channel =>
      channel.source === 'push' &&
      channel.last_at === null &&
      channel.role === role &&
      channel.measure === measure &&
      (device === '' || channel.device === device) &&
      (storageId === null || channel.storage_id === storageId),
  )
}

/** The changes to a waiting channel. It keeps its name and, unless a sender pushes, its key. */
export function takenOver(
  { adapter, path }: Pick<ProposalRow, 'adapter' | 'path'>,
  { name, maxW, device, storageId }: Assignment,
  { source = 'push', factor = 1 }: NewEnergyChannel,
): Partial<EnergyChannelInput> {
  const asked = { name, maxW, device, storageId }
  return {
    source,
    factor,
    ...(adapter === 'push' && { key: path }),
    ...Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)),
  }
}

/** Proposals from readings for channels that the site does not have. */
export function unknownChannels(readings: readonly SentReading[]): Proposed[] {
  return readings.flatMap(({ channel: key, value }): Proposed[] => {
    const isUsable = typeof key === 'string' && isChannelKey(key)
    if (!isUsable || (typeof value !== 'number' && typeof value !== 'boolean')) return []
    const meaning = { role: roleOf(key.replaceAll('-', ' ')), measure: null, factor: 1, unit: '', name: key }
    return [{ adapter: 'push', topic: '', path: key, meaning, example: String(value) }]
  })
}

function isChannelKey(text: string): boolean {
  return text.length <= channelKeyLengthMax && /^[a-z0-9-]+$/.test(text)
}
