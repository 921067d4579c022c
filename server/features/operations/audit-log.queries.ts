import { expressionBuilder, type Kysely, sql } from 'kysely'
import { type AuditAction, customerAuditActions } from '#contract/operations.ts'
import { erasedNames } from '#contract/texts/erasures.texts.ts'
import { AppError } from '#server/app-error.ts'
import { type AuditHead, type AuditPart, findAuditHead, verifyAuditPart } from '#server/audit/verify.ts'
import type { Scope } from '#server/auth/scope.ts'
import { hourMs, instantText, nextBerlinHour, plusMs, startOfBerlinDay } from '#server/clock.ts'
import type { Connection } from '#server/context.ts'
import type { AuditEntryTable } from '#server/database/platform-tables.ts'
import { type Param, prepared } from '#server/database/prepared.ts'
import { preparedByIds, preparedVariants } from '#server/database/prepared-variants.ts'
import type { Database } from '#server/database/schema.ts'
import { type AuditSubjectRow, findSubjects } from './audit-subject.queries.ts'

export type AuditFilter = {
  readonly page: number
  readonly page_size: number
  readonly subject?: string | undefined
  readonly actor?: string | undefined
  readonly action?: AuditAction | undefined
  /** First and last day, `YYYY-MM-DD` in Europe/Berlin. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}
/** A line with its subject. */
export type AuditRow = AuditEntryTable & { readonly subject: AuditSubjectRow | null }
type Lines = { readonly count: number; readonly rows: readonly AuditRow[] }

export type AuditListVariant = {
  hasSubject: boolean
  hasAction: boolean
  hasActor: boolean
  hasRange: boolean
  isOwn: boolean
}
type FilterParams = { subject: string; action: AuditAction; actor: string; first: number; last: number }
type PageParams = FilterParams & { limit: number; offset: number }

const none: Lines = { count: 0, rows: [] }

/** Filtered lines of the audit log, newest first; in a customer's scope only lines about that customer. */
export async function listAuditEntries(connection: Connection, scope: Scope, filter: AuditFilter): Promise<Lines> {
  const { page, page_size: limit, subject = '', action, actor } = filter
  const offset = (page - 1) * limit
  if (scope.customers === 'none') return none
  const ownId = scope.customers === 'all' ? null : scope.customers.id
  // A customer's lines are all about their own record.
  if (ownId !== null && subject !== '' && subject !== ownId) return none
  const newest = (await findAuditHead(connection))?.seq ?? 0
  const { first, last } = await rangeOf(connection, filter, newest)
  if (first > last) return none
  const variant = {
    hasSubject: ownId !== null || subject !== '',
    hasAction: action !== undefined,
    hasActor: actor !== undefined,
    hasRange: first > 1 || last < newest,
    isOwn: ownId !== null,
  }
  const params = { subject: ownId ?? subject, action: action ?? 'demo.loaded', actor: actor ?? '', first, last }
  const lines = await selectEntries(connection, variant, { ...params, limit, offset })
  const rows = await withNames(connection, lines, await findSubjects(connection, scope, lines))
  // No line is ever removed and no number skipped: a range of the log has as many lines as numbers.
  if (!variant.hasSubject && !variant.hasAction && !variant.hasActor) return { count: last - first + 1, rows }
  const [found] = await countEntries(connection, variant, params)
  return { count: found?.count ?? 0, rows }
}

/** Verifies the next part of the chain after a verified line, and returns the current last line. */
export async function verifyLogPart(
  connection: Connection,
  scope: Scope,
  after: number,
): Promise<{ part: AuditPart; head: AuditHead | null }> {
  if (scope.customers !== 'all') throw new AppError('not_found')
  return { part: await verifyAuditPart(connection, after), head: await findAuditHead(connection) }
}

/** The log has ids of customers and their users: their current names, and the labels of credentials. */
async function withNames(
  connection: Connection,
  rows: readonly AuditEntryTable[],
  subjects: ReadonlyMap<string, AuditSubjectRow>,
): Promise<AuditRow[]> {
  const nameless = rows.filter(({ actor_user_id, actor_name }) => actor_user_id !== null && actor_name === '')
  const users = await selectUserNames(connection, idsOf(nameless, 'actor_user_id'))
  const customers = await selectCustomerNames(connection, idsOf(rows, 'as_customer_id'))
  const failed = rows.filter(({ action }) => action === 'session.login_failed')
  const accounts = await selectAccountNames(connection, idsOf(failed, 'subject_id'))
  const nameOf = (found: readonly { id: string; name: string }[], id: string | null, gone: string) =>
    id === null ? '' : (found.find(row => row.id === id)?.name ?? gone)
  return rows.map(row => ({
    ...row,
    actor_name: row.actor_name || nameOf(users, row.actor_user_id, erasedNames.user),
    as_customer_name: row.as_customer_name || nameOf(customers, row.as_customer_id, erasedNames.customer),
    details:
      row.action === 'session.login_failed' && row.subject_id !== ''
        ? `${row.details}, ${nameOf(accounts, row.subject_id, erasedNames.user)}`
        : row.details ||
          (row.action === 'service_credential.revealed' ? (subjects.get(row.subject_id)?.name ?? '') : ''),
    subject: subjects.get(row.subject_id) ?? null,
  }))
}

function idsOf(rows: readonly AuditEntryTable[], column: 'actor_user_id' | 'as_customer_id' | 'subject_id'): string[] {
  return [...new Set(rows.flatMap(row => row[column] ?? []))]
}

/** First and last name, else the user name. */
const selectUserNames = preparedByIds()((db, ids) =>
  db
    .selectFrom('user_account')
    .select(['id', sql<string>`coalesce(nullif(trim(first_name || ' ' || last_name), ''), username)`.as('name')])
    .where('id', 'in', ids),
)
const selectAccountNames = preparedByIds()((db, ids) =>
  db.selectFrom('user_account').select(['id', 'username as name']).where('id', 'in', ids),
)
/** The company, else first and last name. */
const selectCustomerNames = preparedByIds()((db, ids) =>
  db
    .selectFrom('customer')
    .select(['id', sql<string>`coalesce(nullif(company, ''), trim(first_name || ' ' || last_name))`.as('name')])
    .where('id', 'in', ids),
)

/** The statements of the list; exported so that the query plans of all variants can be checked. */
export function auditPage(variant: AuditListVariant, db: Kysely<Database>, param: Param<PageParams>) {
  return entriesWith(variant, db, param)
    .selectAll()
    .orderBy('seq', 'desc')
    .limit(param('limit'))
    .offset(param('offset'))
}

export function auditCount(variant: AuditListVariant, db: Kysely<Database>, param: Param<FilterParams>) {
  return entriesWith(variant, db, param).select(({ fn }) => fn.countAll<number>().as('count'))
}

function entriesWith(variant: AuditListVariant, db: Kysely<Database>, param: Param<FilterParams>) {
  return db
    .selectFrom('audit_entry')
    .$if(variant.hasSubject && !variant.isOwn, entries => entries.where('subject_id', '=', param('subject')))
    .$if(variant.hasAction, entries => entries.where('action', '=', param('action')))
    .$if(variant.hasActor, entries => entries.where('actor_user_id', '=', param('actor')))
    .$if(variant.hasRange, entries => entries.where('seq', '>=', param('first')).where('seq', '<=', param('last')))
    .$if(variant.isOwn, entries =>
      entries
        .where('subject_id', 'in', ownSubjects(param('subject')))
        .where('action', 'in', customerAuditActions)
        .where(byOthers(param('subject'))),
    )
}

/** A customer's own record, shared rows, and own messages; not rows that are hidden from it. */
function ownSubjects(customerId: string) {
  const eb = expressionBuilder<Database, never>()
  return eb
    .selectFrom('customer')
    .select('customer.id')
    .where('customer.id', '=', customerId)
    .unionAll(
      eb
        .selectFrom('service_credential')
        .select('service_credential.id')
        .where('service_credential.customer_id', '=', customerId)
        .where('service_credential.is_shared', '=', 1),
    )
    .unionAll(
      eb
        .selectFrom('invoice')
        .select('invoice.id')
        .where('invoice.customer_id', '=', customerId)
        .where('invoice.state', '<>', 'draft'),
    )
    .unionAll(eb.selectFrom('request').select('request.id').where('request.customer_id', '=', customerId))
    .unionAll(
      eb
        .selectFrom('file')
        .innerJoin('ticket_attachment', 'ticket_attachment.file_id', 'file.id')
        .select('ticket_attachment.ticket_id as id')
        .where('file.customer_id', '=', customerId),
    )
}

/** A customer's own record as used by others than its users. Few of all lines are about one customer. */
function byOthers(customerId: string) {
  const eb = expressionBuilder<Database, 'audit_entry'>()
  return eb.or([
    eb('actor_user_id', 'is', null),
    eb(
      'actor_user_id',
      'not in',
      eb.selectFrom('user_account').select('user_account.id').where('user_account.customer_id', '=', customerId),
    ),
  ])
}

const selectEntries = preparedVariants<AuditListVariant, PageParams>()(auditPage)
const countEntries = preparedVariants<AuditListVariant, FilterParams>()(auditCount)

/**
 * The range of the log from the first line of a day to the last line of another. The log is in the order of its
 * numbers, and so is time, unless the clock is set back.
 */
async function rangeOf(
  connection: Connection,
  { from, to }: Pick<AuditFilter, 'from' | 'to'>,
  newest: number,
): Promise<{ first: number; last: number }> {
  const [first] = from === undefined ? [{ seq: 1 }] : await selectFirstSince(connection, { at: dayStart(from) })
  const [last] = to === undefined ? [{ seq: newest }] : await selectLastBefore(connection, { at: dayEnd(to) })
  return { first: first?.seq ?? newest + 1, last: last?.seq ?? 0 }
}

function dayStart(date: string): string {
  return instantText(startOfBerlinDay(date))
}

/** The start of the next day, also of one that has 23 or 25 hours. */
function dayEnd(date: string): string {
  return instantText(nextBerlinHour(plusMs(startOfBerlinDay(date), 12 * hourMs), 0))
}

const selectFirstSince = prepared<{ at: string }>()((db, param) =>
  db.selectFrom('audit_entry').select('seq').where('at', '>=', param('at')).orderBy('at').orderBy('seq').limit(1),
)

const selectLastBefore = prepared<{ at: string }>()((db, param) =>
  db
    .selectFrom('audit_entry')
    .select('seq')
    .where('at', '<', param('at'))
    .orderBy('at', 'desc')
    .orderBy('seq', 'desc')
    .limit(1),
)
