/** Calls of routers as received: the data that the portal shows of them, without their tokens. */
import type { Insertable, Transaction } from 'kysely'
import type { DnsCall } from '#contract/dns-endpoints.ts'
import { dnsCallsPerDay } from '#contract/limits.ts'
import { portalItself } from '#server/auth/actor.ts'
import { countWithin } from '#server/auth/throttle.ts'
import { instantText, minuteMs, plusMs } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import type { DnsCallTable } from '#server/database/dns-tables.ts'
import { newId } from '#server/database/ids.ts'
import { type Param, prepared } from '#server/database/prepared.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { noteChange } from '#server/realtime/note-change.ts'
import { type ReportedCall, readParameters } from './dns-call.rules.ts'
import type { StoredEndpoint } from './dns-endpoint.queries.ts'
import { findLastCall } from './dns-update.queries.ts'

type Trx = Transaction<Database>

export type UpdateCall = {
  readonly method: string
  readonly path: string
  readonly parameters: ReadonlyMap<string, string>
  readonly login: { readonly user: string; readonly password: string } | null
}

export type UpdateAnswer = { readonly status: number; readonly text: string; readonly retryAfterSeconds?: number }

const requestLengthMax = 1_000
const userAgentLengthMax = 200

/** The row of a call; `calls` distinguishes it from a later call shown in the same row. */
export type StoredCall = { readonly id: string; readonly calls: number }

type ShownCall = Omit<Insertable<DnsCallTable>, 'id' | 'endpoint_id' | 'calls'> & { readonly calls: number }

type StoredAnswer = UpdateAnswer & {
  readonly hints: readonly DnsCall['hints'][number][]
  readonly report?: ReportedCall
}

/**
 * The call as received, without its token. After this many in a day, one row shows the last call and counts them. Their
 * changes are in the history of the host names in any case.
 */
export async function storeCall(
  trx: Trx,
  context: Context,
  endpoint: StoredEndpoint,
  call: UpdateCall,
  { status, text, hints, report }: StoredAnswer,
): Promise<StoredCall> {
  const now = context.clock.now()
  const columns = {
    at: instantText(now),
    address: context.address,
    user_agent: visible(withoutTokens(context.userAgent, call, endpoint), userAgentLengthMax),
    request: visible(withoutTokens(requestText(call), call, endpoint), requestLengthMax),
    ipv4: report?.ipv4 ?? '',
    ipv6: report?.ipv6 ?? '',
    prefix: report?.prefix ? `${report.prefix.address}/${report.prefix.length}` : '',
    hints: JSON.stringify(hints),
    status,
    answer: text,
  }
  const ordinal = await countWithin(trx, context, `dns_calls:${endpoint.id}`)
  const counted = ordinal > dnsCallsPerDay + 1 ? await findLastCall(trx, endpoint.id) : undefined
  const stored = { id: counted?.id ?? newId(now), calls: (counted?.calls ?? 0) + 1 }
  if (counted === undefined) await insertCall(trx, { ...stored, endpoint_id: endpoint.id, ...columns })
  else await replaceCall(trx, { ...stored, ...columns })
  await setLastCall(trx, { id: endpoint.id, callId: stored.id })
  await noteChange(trx, { ...context, actor: portalItself }, { noun: 'dns_endpoint', id: endpoint.id })
  return stored
}

function shownColumns(param: Param<ShownCall>) {
  return {
    calls: param('calls'),
    at: param('at'),
    address: param('address'),
    user_agent: param('user_agent'),
    request: param('request'),
    ipv4: param('ipv4'),
    ipv6: param('ipv6'),
    prefix: param('prefix'),
    hints: param('hints'),
    status: param('status'),
    answer: param('answer'),
  }
}

const insertCall = prepared<ShownCall & { id: string; endpoint_id: string }>()((db, param) =>
  db.insertInto('dns_call').values({ id: param('id'), endpoint_id: param('endpoint_id'), ...shownColumns(param) }),
)

const replaceCall = prepared<ShownCall & { id: string }>()((db, param) =>
  db.updateTable('dns_call').set(shownColumns(param)).where('id', '=', param('id')),
)

const setLastCall = prepared<{ id: string; callId: string }>()((db, param) =>
  db
    .updateTable('dns_endpoint')
    .set({ last_call_id: param('callId') })
    .where('id', '=', param('id')),
)

/** Shows that calls are refused. One a minute is enough: the others only read. */
export async function storeThrottled(context: Context, endpoint: StoredEndpoint, call: UpdateCall): Promise<void> {
  const last = await findLastCall(context.db, endpoint.id)
  const recent = instantText(plusMs(context.clock.now(), -minuteMs))
  if (last !== undefined && last.at > recent && last.hints.includes('throttled')) return
  await inTransaction(context, trx =>
    storeCall(trx, context, endpoint, call, { status: 503, text: '911', hints: ['throttled'] }),
  )
}

/** Stores a call that is refused as a whole, and returns its answer. */
export async function storeRefused(
  context: Context,
  endpoint: StoredEndpoint,
  call: UpdateCall,
  answer: UpdateAnswer,
  hints: ReportedCall['hints'] = [],
): Promise<UpdateAnswer> {
  await inTransaction(context, async trx => {
    await storeCall(trx, context, endpoint, call, { ...answer, hints })
  })
  return answer
}

/** The answer of a call that has been carried out, unless its row shows a later one by now. */
export async function storeAnswer(
  { db }: Pick<Context, 'db'>,
  { id, calls }: StoredCall,
  { status, text }: UpdateAnswer,
): Promise<void> {
  await db
    .updateTable('dns_call')
    .set({ status, answer: text })
    .where('id', '=', id)
    .where('calls', '=', calls)
    .execute()
}

function requestText({ method, path, parameters }: UpdateCall): string {
  const query = [...parameters].map(([name, value]) => `${name}=${value}`).join('&')
  return query === '' ? `${method} ${path}` : `${method} ${path}?${query}`
}

/** Leaves out tokens, also former ones, and text sent as a token, wherever a router has put them. */
function withoutTokens(text: string, { parameters, login }: UpdateCall, endpoint: StoredEndpoint): string {
  const { token = [] } = readParameters(parameters, endpoint.request_template)
  const secrets = [...token, ...(login === null ? [] : [login.password])].filter(secret => secret !== '')
  const left = secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text)
  return left.replace(/(?<![a-z0-9])[a-z0-9]{32}(?![a-z0-9])/g, '***')
}

function visible(text: string, lengthMax: number): string {
  return text.replace(/[\p{C}\u{fffd}]+/gu, ' ').slice(0, lengthMax)
}
