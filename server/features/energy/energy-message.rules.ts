/** What a message by MQTT says: its topic below the prefix of the site, and its payload. Pure. */
import { type MessageRefusalCode, readingBatch, type SentReading } from '#contract/energy-readings.ts'
import { isTopic } from '#server/mqtt/topics.ts'

/** Below it the senders of a site write and read. */
export function topicPrefix(siteKey: string): string {
  return `pm/${siteKey}/`
}

/** The key of the site that a topic belongs to; undefined outside all sites. */
export function siteKeyOf(topic: string): string | undefined {
  return /^pm\/([a-z0-9-]{1,40})\//.exec(topic)?.[1]
}

export type ReadMessage =
  | { readonly refusal: null; readonly readings: readonly SentReading[] }
  | { readonly refusal: MessageRefusalCode; readonly reason: string }

const numberPattern = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i
const flags: Readonly<Record<string, boolean>> = { true: true, on: true, false: false, off: false }

/**
 * Reads a message below the prefix `pm/<key>/`. A reading without a time was measured when it arrived; a message that a
 * broker kept and that has no time of its own holds no reading.
 */
export function readMessage(
  { topic, payload, isKept }: { topic: string; payload: Buffer; isKept: boolean },
  prefix: string,
  arrivedAt: string,
): ReadMessage {
  if (!isTopic(topic)) return { refusal: 'topic.invalid', reason: 'the topic is too long or has invalid characters' }
  if (!topic.startsWith(prefix)) return { refusal: 'topic.foreign', reason: `topics start with ${prefix}` }
  const rest = topic.slice(prefix.length)
  if (rest === 'readings') return readBatch(payload, isKept, arrivedAt)
  const channel = /^channel\/([^/]+)$/.exec(rest)?.[1]
  if (channel === undefined || isKept) return { refusal: null, readings: [] }
  return { refusal: null, readings: [{ channel, at: arrivedAt, value: plainValue(payload) }] }
}

function readBatch(payload: Buffer, isKept: boolean, arrivedAt: string): ReadMessage {
  const batch = readingBatch.safeParse(jsonOf(payload))
  if (!batch.success) {
    return {
      refusal: 'message.invalid',
      reason: 'expected {"readings":[{"channel","at","value"}]} with 1 to 5000 readings',
    }
  }
  const readings = batch.data.readings
    .filter(({ at }) => !isKept || (at !== undefined && at !== null))
    .map(reading => ({ ...reading, at: reading.at ?? arrivedAt }))
  return { refusal: null, readings }
}

/** undefined: no JSON. */
export function jsonOf(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString('utf8'))
  } catch {
    return undefined
  }
}

/** A number or a switch as text; any other text is refused with the reading. */
export function plainValue(payload: Buffer): SentReading['value'] {
  const text = payload.subarray(0, shownBytes).toString('utf8').trim()
  if (numberPattern.test(text)) return Number(text)
  return flags[text.toLowerCase()] ?? text
}

const shownBytes = 100
