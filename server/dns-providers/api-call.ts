/** Calls to providers with a JSON interface: one place for their errors. */
import { callOutside, type OutgoingAnswer, type OutgoingCall } from '#server/outgoing/call.ts'
import { OutgoingError } from '#server/outgoing/outgoing-error.ts'
import type { Network } from './provider.ts'
import { failureOfCall, ProviderError, type ProviderFailure, readableDetail, readRetryAfter } from './provider-error.ts'

export type ApiAnswer = { readonly status: number; readonly json: unknown }

type ApiCall = {
  readonly method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: unknown
  /** Statuses that this call handles in addition to 2xx. */
  readonly accepts?: readonly number[]
  /** Meanings of statuses that differ from the usual ones. */
  readonly means?: Readonly<Record<number, ProviderFailure>>
  /** A POST that changes nothing, such as a search. */
  readonly onlyReads?: boolean
}

export type Api = (call: ApiCall) => Promise<ApiAnswer>

type Target = {
  readonly base: string
  readonly keyHeaders: Readonly<Record<string, string>>
  readonly secrets: readonly string[]
}

/** Calls below `base`, with the key. Every failure is a `ProviderError`. */
export function createApi({ base, keyHeaders, secrets }: Target, network: Network): Api {
  return async ({ method, path, body, accepts = [], means = {}, onlyReads = method === undefined }) => {
    const answer = await callProvider(`${base}${path}`, network, !onlyReads, {
      ...(method === undefined ? {} : { method }),
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      keyHeaders,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = answer.body.toString()
    if (!isGood(answer.status) && !accepts.includes(answer.status)) {
      const failure = means[answer.status] ?? failureOfStatus(answer.status, !onlyReads)
      throw new ProviderError(failure, {
        detail: readableDetail(reasonIn(text), secrets),
        retryAfterSeconds: waitOf(answer, network),
      })
    }
    if (answer.isCut) throw new ProviderError('answer')
    return { status: answer.status, json: answer.status === 204 || text === '' ? null : parse(text) }
  }
}

/** A call whose every failure without an answer is a `ProviderError`. */
export async function callProvider(
  address: string,
  network: Network,
  isWrite: boolean,
  call: OutgoingCall,
): Promise<OutgoingAnswer> {
  const { timeoutMs, resolve } = network
  try {
    return await callOutside(network.rules, address, {
      ...call,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(resolve === undefined ? {} : { resolve }),
    })
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    throw new ProviderError(failureOfCall(error.failure, isWrite), { cause: error })
  }
}

export function waitOf({ headers }: OutgoingAnswer, { clock }: Network): number | undefined {
  return readRetryAfter(headers['retry-after'], clock.now())
}

/** After 502 and 504 a write may have been applied behind the gateway. */
export function failureOfStatus(status: number, isWrite: boolean): ProviderFailure {
  if (status === 401 || status === 403) return 'key'
  if (status === 404) return 'zone'
  if (status === 409) return 'conflict'
  if (status === 429) return 'limit'
  if (status === 408 || status === 423 || status === 425) return 'unavailable'
  if (status >= 500) return isWrite && (status === 502 || status === 504) ? 'unknown' : 'unavailable'
  return status >= 400 ? 'input' : 'answer'
}

function isGood(status: number): boolean {
  return status >= 200 && status < 300
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ProviderError('answer')
  }
}

/** The sentence of an error: where providers usually put it, else the whole short text. */
function reasonIn(text: string): string {
  try {
    return firstReason(JSON.parse(text)) ?? ''
  } catch {
    return text
  }
}

function firstReason(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null || depth > 4) return undefined
  const fields = value as Readonly<Record<string, unknown>>
  const named = ['message', 'detail', 'error', 'errors'].flatMap(name => (name in fields ? [fields[name]] : []))
  for (const inner of [...named, ...Object.values(fields)]) {
    const reason = firstReason(inner, depth + 1)
    if (reason !== undefined) return reason
  }
  return undefined
}
