/** Classes of provider failures; each decides the next step. */
import type { OutgoingFailure } from '#server/outgoing/outgoing-error.ts'

/**
 * `next`: try again with growing pauses; wait for the requested time; stop until a person changes something; read
 * first, because the write may or may not have been applied.
 */
export const providerFailures = {
  /** The key is refused. */
  key: { next: 'stop' },
  /** The domain is not there, not writable or not the key's. */
  zone: { next: 'stop' },
  /** The key may not write this name, or the provider does not know it. */
  name: { next: 'stop' },
  /** The provider finds the value, the TTL or the combination invalid. */
  input: { next: 'stop' },
  /** The target is not public, not https, or not a valid address. */
  blocked: { next: 'stop' },
  unsupported: { next: 'stop' },
  /** Too many calls. */
  limit: { next: 'wait' },
  /** Nothing was applied: not reached, or refused for now. */
  unavailable: { next: 'retry' },
  /** Another value is there than the expected one. */
  conflict: { next: 'read' },
  /** No answer after the write was sent. */
  unknown: { next: 'read' },
  /** An answer that makes no sense, that contradicts the call, or that is not signed. */
  answer: { next: 'read' },
} as const satisfies Record<string, { next: 'retry' | 'wait' | 'stop' | 'read' }>

export type ProviderFailure = keyof typeof providerFailures

type Details = {
  /** In the provider's words, at most 200 characters, one line; never with the key. */
  readonly detail?: string | undefined
  /** Seconds the provider asks to wait, at most a day. */
  readonly retryAfterSeconds?: number | undefined
  readonly cause?: unknown
}

export class ProviderError extends Error {
  readonly failure: ProviderFailure
  readonly detail: string | null
  readonly retryAfterSeconds: number | null

  constructor(failure: ProviderFailure, { detail, retryAfterSeconds, cause }: Details = {}) {
    super(`The DNS provider failed: ${failure}.`, { cause })
    this.name = 'ProviderError'
    this.failure = failure
    this.detail = detail ?? null
    this.retryAfterSeconds = retryAfterSeconds ?? null
  }
}

/** A call without an answer. A connection that breaks during a write leaves its result open. */
export function failureOfCall(failure: OutgoingFailure, isWrite: boolean): ProviderFailure {
  if (failure === 'blocked') return 'blocked'
  return isWrite && (failure === 'timeout' || failure === 'refused') ? 'unknown' : 'unavailable'
}

const detailLengthMax = 200
/** This many consecutive letters and digits of a key reveal it. */
const tellingLength = 6

/** A provider's text, fit to show. undefined when nothing is left of it, or when it holds a part of a secret. */
export function readableDetail(text: string, secrets: readonly string[]): string | undefined {
  if (/<[a-z!/]/i.test(text)) return undefined
  const plain = lettersOf(text)
  const echoes = secrets.flatMap(spellingsOf).some(secret => {
    const length = Math.min(tellingLength, secret.length)
    for (let start = 0; length > 0 && start + length <= secret.length; start++) {
      if (plain.includes(secret.slice(start, start + length))) return true
    }
    return false
  })
  if (echoes) return undefined
  const line = text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, detailLengthMax)
  return line === '' ? undefined : line
}

function spellingsOf(secret: string): string[] {
  return [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('hex'),
  ].map(lettersOf)
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

const retryAfterSecondsMax = 86_400

/** `Retry-After` as seconds or as a date (RFC 9110, 10.2.3), at most a day. */
export function readRetryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined
  const seconds = /^\d+$/.test(value.trim()) ? Number(value) : (Date.parse(value) - now.getTime()) / 1_000
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(Math.ceil(seconds), 0), retryAfterSecondsMax)
}
