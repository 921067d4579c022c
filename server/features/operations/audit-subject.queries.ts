/** The subjects of audit log lines, with their current names: one statement per kind on a page. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AuditPage } from '#contract/audit-subjects.ts'
import type { AuditAction } from '#contract/operations.ts'
import { type Scope, scopedCustomerId } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import { type Engine, jsonRows, unindexed } from '#server/database/engine.ts'
import { prepared } from '#server/database/prepared.ts'
import { preparedByIds } from '#server/database/prepared-variants.ts'
import type { Database } from '#server/database/schema.ts'

type Line = { readonly subject_kind: string; readonly subject_id: string }

export type AuditSubjectRow = { name: string; of: string; page: { kind: AuditPage; id: string } | null }

/** The subjects of a page of the log by their ids. A deleted one has the number in its own lines, or is omitted. */
export async function findSubjects(
  connection: Connection,
  scope: Scope,
  lines: readonly Line[],
): Promise<ReadonlyMap<string, AuditSubjectRow>> {
  const own = scopedCustomerId(scope)
  const [living, gone] = await Promise.all([
    listSubjects(connection, lines),
    own === null ? listGone(connection, lines) : [],
  ])
  const found = new Map<string, AuditSubjectRow>()
  for (const { id, name, of, page, page_id, customer_id } of living) {
    // Rows that belong to another customer meanwhile are hidden from the former one.
    if (own !== null && customer_id !== own) continue
    if (page === null && found.has(id)) continue
    found.set(id, { name, of, page: page === null ? null : { kind: page, id: page_id } })
  }
  for (const { id, name, ticket_id } of gone) {
    if (found.has(id)) continue
    found.set(id, { name, of: '', page: ticket_id === null ? null : { kind: 'ticket', id: ticket_id } })
  }
  return found
}

function idsOf(lines: readonly Line[]): string[] {
  return [...new Set(lines.map(({ subject_id }) => subject_id))].filter(id => id !== '')
}

/** Lines whose details contain the number or name of their subject. */
const naming: readonly AuditAction[] = [
  'customer.deleted',
  'customer.erased',
  'faq.deleted',
  'invoice.deleted',
  'invoice.destroyed',
  'newsletter.deleted',
  'request.created',
  'request.deleted',
  'ticket.created',
  'ticket.deleted',
  'ticket_entry.created',
  'ticket_entry.deleted',
  'user.deleted',
]

/** The tables of their subjects, by kind. */
const named: ReadonlyMap<string, keyof Database> = new Map([
  ['customer', 'customer'],
  ['faq', 'faq'],
  ['invoice', 'invoice'],
  ['newsletter', 'newsletter'],
  ['request', 'request'],
  ['ticket', 'ticket'],
  ['ticket_entry', 'ticket_entry'],
  ['user', 'user_account'],
])

type GoneRow = { id: string; name: string; ticket_id: string | null }

/**
 * The log's data on deleted subjects, newest line first; lines about an entry name its ticket, which may still exist.
 * Lines of existing subjects are not read: they may be many. Exported for the query-plan test.
 */
export function goneOf(db: Kysely<Database>, ids: string, engine: Engine) {
  const exists = [...named.values()].map(
    table => sql`not exists (select 1 from ${sql.table(table)} as living where living.id = sought.id)`,
  )
  const sought = jsonRows<{ id: string }>(engine, ids, { id: 'text' })
  return db
    .selectFrom(
      sql<GoneRow>`(select line.subject_id as id, line.details as name, ticket.id as ticket_id
        from audit_entry as line
        left join ticket on line.action in ('ticket_entry.created', 'ticket_entry.deleted') and ticket.number = line.details
        where line.subject_id in (select sought.id from ${sought} as sought where ${sql.join(exists, sql` and `)})
          and ${unindexed('line.action')} in (${sql.join(naming.map(action => sql.lit(action)))}) and line.details <> ''
        order by line.seq desc)`.as('gone'),
    )
    .selectAll()
}

const selectGone = prepared<{ ids: string }>()((db, param, engine) => goneOf(db, param('ids'), engine))

async function listGone(connection: Connection, lines: readonly Line[]): Promise<GoneRow[]> {
  const ids = idsOf(lines.filter(({ subject_kind }) => named.has(subject_kind)))
  return ids.length === 0 ? [] : selectGone(connection, { ids: JSON.stringify(ids.map(id => ({ id }))) })
}

/** The columns of the subjects of one kind. Omitted ones are empty. */
type Place = {
  readonly table: keyof Database
  readonly name: RawBuilder<unknown>
  readonly of?: RawBuilder<unknown>
  readonly page?: AuditPage
  /** The row of the page; its own by default. */
  readonly pageId?: RawBuilder<unknown>
  /** Its customer. */
  readonly owner?: RawBuilder<unknown>
  readonly join?: RawBuilder<unknown>
}

const owner = sql`subject.customer_id`
const ofCustomer = {
  owner,
  of: sql`coalesce(nullif(customer.company, ''), trim(customer.first_name || ' ' || customer.last_name))`,
  join: sql`inner join customer on customer.id = subject.customer_id`,
}

const ofSite = sql`inner join energy_site on energy_site.id = subject.site_id`

/** A file links to its owner row, which the other part finds. */
function attachedTo(page: 'ticket' | 'request'): Place {
  return {
    table: 'file',
    page,
    pageId: sql`attachment.${sql.ref(`${page}_id`)}`,
    name: sql`subject.name`,
    of: sql`${sql.table(page)}.number`,
    owner,
    join: sql`inner join ${sql.table(`${page}_attachment`)} as attachment on attachment.file_id = subject.id
      inner join ${sql.table(page)} on ${sql.table(page)}.id = attachment.${sql.ref(`${page}_id`)}`,
  }
}

const places: readonly Place[] = [
  { table: 'backup', page: 'backup', name: sql`subject.file` },
  {
    table: 'customer',
    page: 'customer',
    name: sql`coalesce(nullif(subject.company, ''), trim(subject.first_name || ' ' || subject.last_name))`,
    of: sql`subject.number`,
    owner: sql`subject.id`,
  },
  { table: 'customer_link', page: 'customer', pageId: owner, name: sql`subject.label`, ...ofCustomer },
  { table: 'dns_domain', page: 'dns_domain', name: sql`subject.domain`, ...ofCustomer },
  { table: 'dns_endpoint', page: 'dns_endpoint', name: sql`subject.name`, ...ofCustomer },
  { table: 'dns_hostname', page: 'dns_hostname', name: sql`subject.full_name || ' ' || subject.type`, ...ofCustomer },
  { table: 'energy_channel', name: sql`subject.name`, of: sql`energy_site.name`, owner, join: ofSite },
  { table: 'energy_site', page: 'energy_site', name: sql`subject.name`, ...ofCustomer },
  { table: 'energy_storage', name: sql`subject.name`, of: sql`energy_site.name`, owner, join: ofSite },
  { table: 'energy_tariff', name: sql`subject.name`, of: sql`energy_site.name`, owner, join: ofSite },
  { table: 'faq', page: 'faq', name: sql`subject.question` },
  { table: 'file', name: sql`subject.name`, owner },
  attachedTo('ticket'),
  attachedTo('request'),
  {
    table: 'file',
    page: 'invoice',
    pageId: sql`invoice.id`,
    name: sql`subject.name`,
    of: sql`coalesce(invoice.number, '')`,
    owner,
    join: sql`inner join invoice on invoice.pdf_file_id = subject.id`,
  },
  { table: 'invoice', page: 'invoice', name: sql`coalesce(subject.number, '')`, ...ofCustomer },
  { table: 'message', page: 'message', name: sql`coalesce(nullif(subject.name, ''), subject.email)` },
  { table: 'newsletter', page: 'newsletter', name: sql`subject.subject` },
  { table: 'outbox_mail', page: 'outbox_mail', name: sql`subject.subject`, owner },
  { table: 'request', page: 'request', name: sql`subject.number || ' ' || subject.title`, owner },
  { table: 'service', page: 'service', name: sql`subject.name`, ...ofCustomer },
  { table: 'service_collection', page: 'service_collection', name: sql`subject.name`, ...ofCustomer },
  {
    table: 'service_credential',
    page: 'service',
    pageId: sql`subject.service_id`,
    name: sql`subject.label`,
    of: sql`service.name`,
    owner,
    join: sql`inner join service on service.id = subject.service_id`,
  },
  { table: 'ticket', page: 'ticket', name: sql`subject.number || ' ' || subject.name`, owner },
  {
    table: 'ticket_entry',
    page: 'ticket',
    pageId: sql`subject.ticket_id`,
    name: sql`subject.name`,
    of: sql`ticket.number`,
    owner,
    join: sql`inner join ticket on ticket.id = subject.ticket_id`,
  },
  { table: 'user_account', page: 'user', name: sql`subject.username`, owner },
]

type SubjectRow = {
  id: string
  name: string
  of: string
  page: AuditPage | null
  page_id: string
  customer_id: string | null
}

/** Exported for the query-plan test. An attached file is found in two parts. */
export function subjectsOf(db: Kysely<Database>, kindPlaces: readonly Place[], ids: readonly string[]) {
  const parts = kindPlaces.map(
    ({ table, name, of = sql`''`, page, pageId = sql`subject.id`, owner: whose = sql`null`, join = sql`` }) => sql`
      select subject.id, ${name} as name, ${of} as "of", cast(${sql.lit(page ?? null)} as text) as page,
        ${pageId} as page_id, cast(${whose} as text) as customer_id
      from ${sql.table(table)} as subject ${join} where subject.id in (${sql.join(ids)})`,
  )
  return db.selectFrom(sql<SubjectRow>`(${sql.join(parts, sql` union all `)})`.as('found')).selectAll()
}

/** The parts of each kind of subject. */
export const subjectPlaces: ReadonlyMap<string, readonly Place[]> = Map.groupBy(places, ({ table }) =>
  table === 'user_account' ? 'user' : table,
)

const selectSubjects = new Map(
  [...subjectPlaces].map(([kind, kindPlaces]) => [kind, preparedByIds()((db, ids) => subjectsOf(db, kindPlaces, ids))]),
)

/** Looks for an id only where rows of its kind are: a page has few of the many kinds. */
async function listSubjects(connection: Connection, lines: readonly Line[]): Promise<SubjectRow[]> {
  const byKind = Map.groupBy(lines, ({ subject_kind }) => subject_kind)
  const found = await Promise.all(
    [...byKind].map(([kind, ofKind]) => selectSubjects.get(kind)?.(connection, idsOf(ofKind)) ?? []),
  )
  return found.flat()
}
