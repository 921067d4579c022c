/** Messages under a device's own topics: readings of assigned channels, and proposals for all other values. Pure. */
import type { SentReading } from '#contract/energy-readings.ts'
import type { ChannelRow } from './energy-channel.queries.ts'
import type { ProposalRow } from './energy-proposal.queries.ts'
import { type Proposed, placeOf } from './energy-proposal.rules.ts'
import { findValues, valueAt } from './found-values.rules.ts'
import { jsonOf, plainNumber } from './message-payload.rules.ts'

type SiteKnowledge = {
  readonly channels: readonly ChannelRow[]
  /** Descriptions that devices have sent before. */
  readonly proposals: readonly ProposalRow[]
}

export type DeviceMessage = { readonly readings: readonly SentReading[]; readonly proposals: readonly Proposed[] }

type Value = {
  readonly adapter: Proposed['adapter']
  readonly topic: string
  readonly path: string
  readonly value: number | boolean
  readonly at: string | null
  readonly meaning: Proposed['meaning']
}

/**
 * `topic` is below the prefix of the site. A message that a broker retained counts only with a time of its own; its
 * values are proposed in any case.
 */
export function readDevice(
  { topic, payload, isKept }: { topic: string; payload: Buffer; isKept: boolean },
  arrivedAt: string,
  known: SiteKnowledge,
): DeviceMessage {
  const values = valuesOf(topic, payload, known)
  const channels = new Map(
    known.channels.map(channel => [
      placeOf({ adapter: channel.source, topic: channel.source_topic, path: channel.source_path }),
      channel,
    ]),
  )
  const readings: SentReading[] = []
  const proposals: Proposed[] = []
  for (const { value, at, ...found } of values) {
    const channel = channels.get(placeOf(found))
    if (channel === undefined) proposals.push({ ...found, example: String(value) })
    else if (!isKept || at !== null) readings.push({ channel: channel.key, at: at ?? arrivedAt, value })
  }
  return { readings, proposals }
}

function valuesOf(topic: string, payload: Buffer, { channels, proposals }: SiteKnowledge): Value[] {
  const found = findValues(topic, payload)
  if (found.length > 0) {
    return found.map(({ adapter, topic: at, path, value, at: time, ...meaning }) => ({
      adapter,
      topic: at,
      path,
      value,
      at: time,
      meaning: { ...meaning, name: [at, path].filter(text => text !== '').join(' ') },
    }))
  }
  const described = [
    ...channels
      .filter(
        ({ source, source_topic }) => (source === 'homeassistant' || source === 'topic') && source_topic === topic,
      )
      .map(({ source: adapter, source_path: path }) => ({ adapter, path })),
    ...proposals.filter(row => row.adapter === 'homeassistant' && row.topic === topic),
  ]
  if (described.length > 0) {
    const message = described.some(({ path }) => path !== '') ? jsonOf(payload) : undefined
    return described.flatMap(({ adapter, path }) => {
      const value = path === '' ? plainNumber(payload) : numberOf(valueAt(message, path))
      return value === undefined ? [] : [{ adapter, topic, path, value, at: null, meaning: null }]
    })
  }
  const value = isReserved(topic) ? undefined : plainNumber(payload)
  if (value === undefined) return []
  const meaning = { role: null, measure: null, factor: 1, unit: '', name: topic }
  return [{ adapter: 'topic', topic, path: '', value, at: null, meaning }]
}

/** Many devices put numbers into quotes. */
function numberOf(value: unknown): number | boolean | undefined {
  if (typeof value === 'string') return plainNumber(Buffer.from(value))
  return typeof value === 'number' || typeof value === 'boolean' ? value : undefined
}

/** Known senders publish many values that are not energy. */
function isReserved(topic: string): boolean {
  return (
    /^(evcc|solar|homeassistant|tele|stat|cmnd)\//.test(topic) || /\/(set|state|status\/.+|events\/rpc)$/.test(topic)
  )
}
