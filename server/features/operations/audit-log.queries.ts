import { expressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import type { ListQuery } from '#contract/list-query.ts'
import { auditList } from '#contract/lists.ts'
import { customerAuditActions } from '#contract/operations.ts'
import { erasedNames } from '#contract/texts/erasures.texts.ts'
import { AppError } from '#server/app-error.ts'
import { type AuditHead, type AuditPart, findAuditHead, verifyAuditPart } from '#server/audit/verify-audit.ts'
import { type Scope, scopedCustomerId } from '#server/auth/scope.ts'
import { hourMs, instantText, nextBerlinHour, plusMs, startOfBerlinDay } from '#server/clock.ts'
import type { Connection } from '#server/context.ts'
import { unindexed } from '#server/database/engine.ts'
import type { ListPage } from '#server/database/list-page.ts'
import type { AuditEntryTable } from '#server/database/platform-tables.ts'
import { equals, finds, prepareList, type Shape } from '#server/database/prepared-list.ts'
import { preparedByIds, preparedVariants } from '#server/database/prepared-variants.ts'
import type { Database } from '#server/database/schema.ts'
import { type AuditSubjectRow, findSubjects } from './audit-subject.queries.ts'

type AuditQuery = ListQuery<typeof auditList>
/** A line with its subject. */
export type AuditRow = AuditEntryTable & { readonly subject: AuditSubjectRow | null }

/** Few of all lines are about one customer: `own` lists these, and no other index is used. */
const isSought = ({ has }: Shape) => !has('own')

/** `fromAt` and `toAt` are the instants of the days that `from` and `to` ask for. */
export const auditPages = prepareList(auditList, {
  table: 'audit_entry',
  select: (db: Kysely<Database>) => db.selectFrom('audit_entry').selectAll(),
  key: 'seq',
  orderings: { usual: { descending: [] } },
  filters: {
    subject: { ...equals('audit_entry.subject_id', isSought), index: 'audit_entry_by_subject' },
    actor: { ...equals('audit_entry.actor_user_id', isSought), index: 'audit_entry_by_actor' },
    action: { ...equals('audit_entry.action', isSought), index: 'audit_entry_by_action' },
    from: { isSought, where: (_day, _shape, param) => sql`audit_entry.seq >= ${firstSince(param('fromAt'))}` },
    to: { isSought, where: (_day, _shape, param) => sql`audit_entry.seq <= ${lastBefore(param('toAt'))}` },
    own: finds('audit_entry_by_subject', id => aboutCustomer(id)),
  },
  kept: { filters: ['from', 'to'], calculate: countRange },
})

/** Filtered lines of the audit log, newest first; in a customer's scope only lines about that customer. */
export async function listAuditEntries(
  connection: Connection,
  scope: Scope,
  query: AuditQuery,
): Promise<ListPage<AuditRow>> {
  const own = scopedCustomerId(scope) ?? undefined
  // A customer's lines are all about their own record.
  const isForeign = own !== undefined && ![undefined, '', own].includes(query.subject)
  if (scope.customers === 'none' || isForeign) return { count: 0, rows: [] }
  const asked = { ...query, subject: own === undefined ? query.subject || undefined : undefined }
  const fromAt = query.from === undefined ? undefined : dayStart(query.from)
  const toAt = query.to === undefined ? undefined : dayEnd(query.to)
  const { count, rows } = await auditPages.read(connection, { id: undefined }, asked, { own, fromAt, toAt })
  return { count, rows: await withNames(connection, scope, rows) }
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
async function withNames(connection: Connection, scope: Scope, rows: readonly AuditEntryTable[]): Promise<AuditRow[]> {
  const nameless = rows.filter(({ actor_user_id, actor_name }) => actor_user_id !== null && actor_name === '')
  const failed = rows.filter(({ action }) => action === 'session.login_failed')
  const [subjects, users, customers, accounts] = await Promise.all([
    findSubjects(connection, scope, rows),
    selectUserNames(connection, idsOf(nameless, 'actor_user_id')),
    selectCustomerNames(connection, idsOf(rows, 'as_customer_id')),
    selectAccountNames(connection, idsOf(failed, 'subject_id')),
  ])
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

/** Lines about a customer that are not by its own users. */
function aboutCustomer(customerId: string) {
  return expressionBuilder<Database, 'audit_entry'>().and([
    sql<SqlBool>`audit_entry.subject_id in (${ownSubjects(customerId)})`,
    sql<SqlBool>`${unindexed('audit_entry.action')} in (${sql.join(customerAuditActions)})`,
    byOthers(customerId),
  ])
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
    .unionAll(eb.selectFrom('energy_site').select('energy_site.id').where('energy_site.customer_id', '=', customerId))
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

/**
 * The number of the first line since an instant. The log is in the order of its numbers, and so is time, unless the
 * clock is set back.
 */
function firstSince(at: string) {
  return sql<number>`(select since.seq from audit_entry as since where since.at >= ${at}
    order by since.at, since.seq limit 1)`
}

/** The number of the last line before an instant. */
function lastBefore(at: string) {
  return sql<number>`(select before.seq from audit_entry as before where before.at < ${at}
    order by before.at desc, before.seq desc limit 1)`
}

const newest = sql<number>`(select max(seq) from audit_entry)`

/** A range without its first or last line is empty. */
const selectRange = preparedVariants<{ hasFrom: boolean; hasTo: boolean }, { fromAt: string; toAt: string }>()(
  ({ hasFrom, hasTo }, db, param) =>
    db.selectNoFrom([
      (hasFrom ? firstSince(param('fromAt')) : sql<number>`1`).as('first'),
      (hasTo ? lastBefore(param('toAt')) : newest).as('last'),
    ]),
)

/** No line is ever removed and no number skipped: a range of the log has as many lines as numbers. */
async function countRange(connection: Connection, { fromAt, toAt }: { fromAt?: unknown; toAt?: unknown }) {
  const [range] = await selectRange(
    connection,
    { hasFrom: fromAt !== undefined, hasTo: toAt !== undefined },
    { fromAt: String(fromAt), toAt: String(toAt) },
  )
  const { first, last } = range ?? {}
  return first && last ? Math.max(0, last - first + 1) : 0
}

function dayStart(date: string): string {
  return instantText(startOfBerlinDay(date))
}

/** The start of the next day, also of one that has 23 or 25 hours. */
function dayEnd(date: string): string {
  return instantText(nextBerlinHour(plusMs(startOfBerlinDay(date), 12 * hourMs), 0))
}
