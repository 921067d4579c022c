/** Reads a message by MQTT: its topic below the prefix of the site, and its payload. Pure. */
import { type MessageRefusalCode, readingBatch, type SentReading } from '#contract/energy-readings.ts'
import { isTopic } from '#server/mqtt/topics.ts'
import { namesAsTexts } from '#server/number-names.ts'
import type { DescribedTarget } from './command-target.rules.ts'
import { readDevice } from './device-message.rules.ts'
import { readDiscovery } from './discovery.rules.ts'
import type { ChannelRow } from './energy-channel.queries.ts'
import type { ProposalRow } from './energy-proposal.queries.ts'
import type { Proposed } from './energy-proposal.rules.ts'
import { jsonOf, plainValue } from './message-payload.rules.ts'

/** The senders of a site write and read below this prefix. */
export function topicPrefix(siteKey: string): string {
  return `pm/${siteKey}/`
}

/** The key of the site that a topic belongs to; undefined outside all sites. */
export function siteKeyOf(topic: string): string | undefined {
  return /^pm\/([a-z0-9-]{1,40})\//.exec(topic)?.[1]
}

/**
 * The subscriptions of an instance at the operator's broker. Descriptions of devices, which brokers retain, reach every
 * instance: a shared subscription receives no retained messages. No site has a key like the last one.
 */
export const brokerFilters = {
  shared: 'pm/+/#',
  kept: ['pm/+/homeassistant/+/+/config', 'pm/+/homeassistant/+/+/+/config'],
  own: 'pm/_portal/',
} as const

/** Whether a topic is a device's own, so that proposals matter. */
export function isOfDevice(topic: string, prefix: string): boolean {
  return topic.startsWith(prefix) && !/^(readings$|channel\/)/.test(topic.slice(prefix.length))
}

export type ReadMessage =
  | {
      readonly refusal: null
      readonly readings: readonly SentReading[]
      readonly proposals: readonly Proposed[]
      readonly targets?: readonly DescribedTarget[]
    }
  | { readonly refusal: MessageRefusalCode; readonly reason: string }

export type MessagePlace = {
  readonly prefix: string
  readonly arrivedAt: string
  readonly channels: readonly ChannelRow[]
  readonly proposals: readonly ProposalRow[]
  /** Topics to which we send commands: the operator's broker delivers them back to us. */
  readonly commandTopics: ReadonlySet<string>
}

/**
 * Reads a message below the prefix `pm/<key>/`. A reading without a time was measured when it arrived. A message that a
 * broker retained and that has no time of its own holds no reading.
 */
export function readMessage(
  { topic, payload, isKept }: { topic: string; payload: Buffer; isKept: boolean },
  { prefix, arrivedAt, commandTopics, ...known }: MessagePlace,
): ReadMessage {
  if (!isTopic(topic)) return { refusal: 'topic.invalid', reason: 'the topic is too long or has invalid characters' }
  if (!topic.startsWith(prefix)) return { refusal: 'topic.foreign', reason: `topics start with ${prefix}` }
  const rest = topic.slice(prefix.length)
  if (commandTopics.has(rest)) return { refusal: null, readings: [], proposals: [] }
  if (rest === 'readings') return readBatch(payload, isKept, arrivedAt)
  const channel = /^channel\/([^/]+)$/.exec(rest)?.[1]
  if (channel !== undefined) {
    const readings = isKept ? [] : [{ channel, at: arrivedAt, value: plainValue(payload) }]
    return { refusal: null, readings, proposals: [] }
  }
  const discovery = readDiscovery(rest, payload, prefix)
  if (discovery.kind === 'foreign') return { refusal: 'topic.foreign', reason: `topics start with ${prefix}` }
  if (discovery.kind === 'invalid') return { refusal: 'message.invalid', reason: 'expected JSON' }
  if (discovery.kind === 'none') {
    return { refusal: null, ...readDevice({ topic: rest, payload, isKept }, arrivedAt, known) }
  }
  const isAssigned = (place: { topic: string; path: string }) =>
    known.channels.some(
      each => each.source === 'homeassistant' && each.source_topic === place.topic && each.source_path === place.path,
    )
  const proposals = discovery.values
    .filter(value => !isAssigned(value))
    .map(({ topic: at, path, ...meaning }) => ({
      adapter: 'homeassistant' as const,
      topic: at,
      path,
      meaning,
      example: null,
    }))
  return { refusal: null, readings: [], proposals, targets: discovery.targets }
}

function readBatch(payload: Buffer, isKept: boolean, arrivedAt: string): ReadMessage {
  const batch = readingBatch.safeParse(jsonOf(payload) ?? jsonOf(Buffer.from(namesAsTexts(payload.toString('utf8')))))
  if (!batch.success) {
    const isTooMany = batch.error.issues.some(({ message }) => message === 'too_long')
    return {
      refusal: isTooMany ? 'message.too_many' : 'message.invalid',
      reason: 'expected {"readings":[{"channel","at","value"}]} with 1 to 5000 readings',
    }
  }
  const readings = batch.data.readings
    .filter(({ at }) => !isKept || (at !== undefined && at !== null))
    .map(reading => ({ ...reading, at: reading.at ?? arrivedAt }))
  return { refusal: null, readings, proposals: [] }
}
