/** An update call of a router: the wanted addresses are stored, then written within seconds (decision 0077). */
import type { Transaction } from 'kysely'
import { dnsCallsPerMinute, dnsChangesPerDay } from '#contract/limits.ts'
import { AppError } from '#server/app-error.ts'
import { portalItself } from '#server/auth/actor.ts'
import { countFromAddress, countOfDay, countOn } from '#server/auth/throttle.ts'
import { hashToken, isSameText } from '#server/auth/tokens.ts'
import { dayMs, instantText, minuteMs, plusMs } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { noteChange } from '#server/realtime/note-change.ts'
import {
  type StoredCall,
  storeAnswer,
  storeCall,
  storeRefused,
  storeThrottled,
  type UpdateAnswer,
  type UpdateCall,
} from './dns-call.commands.ts'
import {
  answerOf,
  hintsOf,
  isUnusable,
  type Line,
  lineOf,
  type ReportedCall,
  readParameters,
  readReport,
  reportedValue,
} from './dns-call.rules.ts'
import { noteDnsChange, wanted } from './dns-change.commands.ts'
import type { StoredEndpoint } from './dns-endpoint.queries.ts'
import { answerWithinMs, areSettled } from './dns-hostname-action.commands.ts'
import { reconcileNow } from './dns-reconciliation.commands.ts'
import {
  listEndpointsOfLogin,
  listReachedHostnames,
  lockReachedHostnames,
  type ReachedHostname,
} from './dns-update.queries.ts'

type Trx = Transaction<Database>

const wrongLogins = { limit: 20, windowMs: 10 * minuteMs }
const callsOfEndpoint = { limit: dnsCallsPerMinute, windowMs: minuteMs }
/** Pause for a router whose addresses are stored but not accepted yet. */
const retryAfterSeconds = 60
const userNameForm = /^[a-z0-9]{12}$/
const userNamesMax = 5

/** Carries out a call and returns the answer of dyndns2. Throws `throttled` beyond the limits of the endpoint. */
export async function takeUpdate(context: Context, call: UpdateCall): Promise<UpdateAnswer> {
  const endpoint = await findEndpoint(context, call)
  if (endpoint === undefined) return refuseLogin(context)
  try {
    await countOn(context, 'dns_call', endpoint.id, callsOfEndpoint)
    return await takeUpdateOf(context, endpoint, call)
  } catch (error) {
    if (error instanceof AppError && error.code === 'throttled') await storeThrottled(context, endpoint, call)
    throw error
  }
}

async function takeUpdateOf(context: Context, endpoint: StoredEndpoint, call: UpdateCall): Promise<UpdateAnswer> {
  if (endpoint.is_active === 0) return storeRefused(context, endpoint, call, { status: 401, text: 'badauth' })
  const values = readParameters(call.parameters, endpoint.request_template)
  const report = readReport(values)
  if (typeof report === 'string') {
    return storeRefused(context, endpoint, call, { status: 400, text: report }, hintsOf(values))
  }
  const { stored, plan, known } = await storeReport(context, endpoint, call, report)
  if (known !== null) return withPause(known)
  const changed = changedOf(plan)
  const ids = changed.map(({ id }) => id)
  await reconcileNow(context, [...new Set(changed.map(row => row.domain_id))], {
    isSettled: () => areSettled(context, ids),
    withinMs: answerWithinMs,
  })
  const after = new Map((await listReachedHostnames(context.db, endpoint.id)).map(row => [row.id, row]))
  const answer = answerOf(linesOf(plan, after))
  await storeAnswer(context, stored, answer)
  return withPause(answer)
}

function withPause(answer: UpdateAnswer): UpdateAnswer {
  return answer.status === 503 ? { ...answer, retryAfterSeconds } : answer
}

/** The endpoint of a login in the header, or in the query where its template holds both placeholders. */
async function findEndpoint(
  context: Context,
  { login, parameters }: Pick<UpdateCall, 'login' | 'parameters'>,
): Promise<StoredEndpoint | undefined> {
  const now = instantText(context.clock.now())
  if (login !== null) {
    if (!userNameForm.test(login.user)) return undefined
    const [found] = await listEndpointsOfLogin(context.db, [login.user])
    return found && isTokenOf(found, login.password, now) ? found : undefined
  }
  const names = [...new Set(parameters.values())].filter(value => userNameForm.test(value)).slice(0, userNamesMax)
  if (names.length === 0) return undefined
  for (const endpoint of await listEndpointsOfLogin(context.db, names)) {
    const { user: [user] = [], token: [token] = [] } = readParameters(parameters, endpoint.request_template)
    if (user === endpoint.user_name && token !== undefined && isTokenOf(endpoint, token, now)) return endpoint
  }
  return undefined
}

function isTokenOf(endpoint: StoredEndpoint, token: string, now: string): boolean {
  const hash = hashToken(token)
  const { token_hash: current, previous_token_hash: previous, previous_token_until: until } = endpoint
  if (current !== null && isSameText(hash, current)) return true
  return previous !== null && until !== null && until > now && isSameText(hash, previous)
}

/** A network that keeps guessing is throttled; right logins of the same network still work. */
async function refuseLogin(context: Context): Promise<UpdateAnswer> {
  try {
    await countFromAddress(context, 'dns_token', wrongLogins)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'throttled') throw error
    return { status: 503, text: '911', retryAfterSeconds: error.retryAfterSeconds ?? retryAfterSeconds }
  }
  return { status: 401, text: 'badauth' }
}

type PlannedRecord = {
  readonly row: ReachedHostname
  /** The call has an address for it. */
  readonly isReported: boolean
  readonly isUnchanged: boolean
  readonly isNew: boolean
}
/** One line of the answer. */
type PlannedName = {
  readonly refusal: 'nohost' | 'notfqdn' | 'badip' | null
  readonly records: readonly PlannedRecord[]
}

function changedOf(plan: readonly PlannedName[]): ReachedHostname[] {
  const records = plan.flatMap(name => name.records)
  return records.filter(({ isReported, isUnchanged }) => isReported && !isUnchanged).map(({ row }) => row)
}

/** The lines of the answer, from the present rows of host names. */
function linesOf(plan: readonly PlannedName[], present: ReadonlyMap<string, ReachedHostname>): Line[] {
  return plan.map(({ refusal, records }) => {
    if (refusal !== null) return { word: refusal, ip: '' }
    return lineOf(records.map(({ row, isUnchanged }) => ({ ...(present.get(row.id) ?? row), isUnchanged })))
  })
}

/**
 * Stores the call and the wanted addresses. Nothing is deleted: a family that is not sent stays. Where nothing changes
 * the answer is known at once.
 */
async function storeReport(
  context: Context,
  endpoint: StoredEndpoint,
  call: UpdateCall,
  report: ReportedCall,
): Promise<{ stored: StoredCall; plan: PlannedName[]; known: UpdateAnswer | null }> {
  return inTransaction(context, async trx => {
    const rows = await lockReachedHostnames(trx, endpoint.id)
    const byName = Map.groupBy(rows, row => row.full_name)
    const names = report.names.length === 0 ? [...byName.keys()] : report.names
    const plan: PlannedName[] = []
    for (const name of names) {
      // A name given twice is answered twice, and set once.
      const same = name === null ? undefined : plan[names.indexOf(name)]
      if (same !== undefined) {
        plan.push(same)
        continue
      }
      const records = name === null ? undefined : byName.get(name)
      if (records === undefined) plan.push({ refusal: name === null ? 'notfqdn' : 'nohost', records: [] })
      else plan.push(await wantRecords(trx, context, records, report))
    }
    // An endpoint without host names may still serve a device.
    if (plan.length === 0) plan.push({ refusal: endpoint.device_id === null ? 'nohost' : null, records: [] })
    await countNew(trx, context, endpoint, plan)
    await setDeviceAddress(trx, context, endpoint, report)
    const known = changedOf(plan).length === 0 ? answerOf(linesOf(plan, new Map())) : null
    const answer = known ?? { status: 503, text: '911' }
    const stored = await storeCall(trx, context, endpoint, call, { ...answer, hints: report.hints, report })
    return { stored, plan, known }
  })
}

/** Only new addresses count towards the day: a router that calls every few minutes does not use it up. */
async function countNew(
  trx: Trx,
  { clock }: Context,
  { id }: StoredEndpoint,
  plan: readonly PlannedName[],
): Promise<void> {
  // A name given twice is set once.
  const amount = [...new Set(plan)].flatMap(({ records }) => records).filter(({ isNew }) => isNew).length
  if (amount === 0) return
  await countOfDay(trx, clock, `dns_changes:${id}`, dnsChangesPerDay, { code: 'throttled', amount })
}

async function wantRecords(
  trx: Trx,
  context: Context,
  rows: readonly ReachedHostname[],
  report: ReportedCall,
): Promise<PlannedName> {
  const reported = rows.flatMap(row => {
    const value = reportedValue(row, report)
    return value === undefined ? [] : [{ row, value }]
  })
  if (reported.length === 0) return keepRecords(rows, report)
  const records: PlannedRecord[] = []
  for (const { row, value } of reported) {
    const isUnchanged = value === row.value && row.state === 'current'
    await setReported(trx, context, row, value)
    records.push({ row, isReported: true, isUnchanged, isNew: value !== row.value })
  }
  return { refusal: null, records }
}

/** A name for which the call has no usable address: its line states its present state, and no change. */
function keepRecords(rows: readonly ReachedHostname[], report: ReportedCall): PlannedName {
  const stored = rows.filter(({ value }) => value !== '')
  if (stored.length === 0 || rows.some(row => isUnusable(row, report))) return { refusal: 'badip', records: [] }
  const records = stored.map(row => ({
    row,
    isReported: false,
    isUnchanged: row.state === 'current',
    isNew: false,
  }))
  return { refusal: null, records }
}

async function setReported(trx: Trx, context: Context, row: ReachedHostname, value: string): Promise<void> {
  const reported_at = instantText(context.clock.now())
  const isNew = value !== row.value
  await trx
    .updateTable('dns_hostname')
    .set(eb => ({
      reported_at,
      // A form opened before does not put the former address back.
      ...(isNew && {
        ...wanted(context, value, 'router'),
        generation: eb('generation', '+', 1),
        revision: eb('revision', '+', 1),
      }),
      ...whenTried(context, row, isNew),
    }))
    .where('id', '=', row.id)
    .execute()
  if (!isNew) return
  await noteDnsChange(trx, context, row.id, { cause: 'router', event: 'wanted', value })
  await noteChange(trx, { ...context, actor: portalItself }, { noun: 'dns_hostname', id: row.id })
}

/** A report is tried at once, unless the provider refuses the domain or has asked for a pause. */
function whenTried({ clock }: Context, row: ReachedHostname, isNew: boolean) {
  const now = clock.now()
  if (row.failure === 'limit' && row.state === 'retrying' && (row.next_attempt_at ?? '') > instantText(now)) {
    const { failure, failure_detail, failing_since, attempts, next_attempt_at } = row
    return { state: 'retrying' as const, failure, failure_detail, failing_since, attempts, next_attempt_at }
  }
  // It is not called again before a person acts, or for a day.
  if (row.domain_failure !== null) {
    if (!isNew) return {}
    return {
      state: 'failed' as const,
      failure: row.domain_failure,
      failure_detail: row.domain_failure_detail,
      failing_since: row.domain_failing_since,
      next_attempt_at: instantText(plusMs(now, dayMs)),
    }
  }
  return ['pending', 'retrying', 'failed'].includes(row.state) ? { next_attempt_at: instantText(now) } : {}
}

/**
 * The external address of the device behind the endpoint, IPv4 where there is one: a call for IPv6 alone replaces it
 * only if the router has no IPv4 of its own. A device that belongs to another customer by now is left alone.
 */
async function setDeviceAddress(
  trx: Trx,
  context: Context,
  { device_id: id, customer_id: customerId }: StoredEndpoint,
  { ipv4, ipv6, hints }: ReportedCall,
): Promise<void> {
  const address = ipv4 || ipv6
  if (id === null || address === '') return
  const changed = await trx
    .updateTable('device_service')
    .set({ external_ip: address })
    .where('service_id', '=', id)
    .where('external_ip', '<>', address)
    .where('service_id', 'in', services =>
      services.selectFrom('service').select('id').where('id', '=', id).where('customer_id', '=', customerId),
    )
    .$if(ipv4 === '' && !hints.includes('ipv4_not_public'), query => query.where('external_ip', 'not like', '%.%'))
    .returning('service_id')
    .executeTakeFirst()
  if (!changed) return
  // A form opened before would restore the former address.
  await trx
    .updateTable('service')
    .set(eb => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute()
  await noteChange(trx, { ...context, actor: portalItself }, { noun: 'service', id })
}
