/** The stored data of a customer, table by table, with the names of an export. */
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { SiteZone } from '#contract/energy-sites.ts'
import { customerAuditActions } from '#contract/operations.ts'
import { withoutToken } from '#server/auth/one-time-tokens.ts'
import type { Connection } from '#server/context.ts'
import { type CustomerRowsOf, isOfCustomer } from '#server/database/customer-rows.ts'
import type { Database } from '#server/database/schema.ts'
import { slotCsvName } from '#server/features/energy/slot-csv.queries.ts'
import { exportedTables, presentColumn } from './customer-export.rules.ts'

type Row = Record<string, unknown>
export type ExportedRows = ReadonlyMap<string, readonly Row[]>
/** A file to be packed, with its name in the ZIP. */
export type ExportedFile = { readonly id: string; readonly path: string; readonly sizeBytes: number }

/** All rows of the export, in one transaction for consistency. */
export async function readCustomer(trx: Transaction<Database>, of: CustomerRowsOf): Promise<ExportedRows> {
  const found = new Map<string, Row[]>()
  for (const { table, noun, columns, only } of exportedTables) {
    const wanted = only === undefined ? sql`1 = 1` : narrowed[only](of)
    const { rows } = await sql<Row>`select ${sql.join(columns.map(column => sql.ref(column)))}
      from ${sql.table(table)} where ${isOfCustomer(table, of)} and ${wanted} order by 1`.execute(trx)
    found.set(
      noun,
      rows.map(row => Object.fromEntries(columns.map(column => presentColumn(column, row[column])))),
    )
  }
  found.set('access', await readAccess(trx, of))
  hideDrafts(found)
  signCancellations(found)
  await wipeTokens(trx, of, found)
  return found
}

/** A link in an unsent mail opens an account. */
async function wipeTokens(trx: Transaction<Database>, of: CustomerRowsOf, found: Map<string, Row[]>): Promise<void> {
  const { rows } = await sql<{ id: string; token_hash: string }>`select id, token_hash from outbox_mail
    where token_hash is not null and ${isOfCustomer('outbox_mail', of)}`.execute(trx)
  const hashes = new Map(rows.map(({ id, token_hash }) => [id, token_hash]))
  for (const mail of found.get('mails') ?? []) {
    mail.text = withoutToken(String(mail.text), hashes.get(String(mail.id)) ?? null)
  }
}

/** Drafts and mails to the business are hidden from a customer, and from a user mails to the others. */
const narrowed = {
  issued: () => sql`state <> 'draft'`,
  onIssued: () => sql`invoice_id in (select id from invoice where state <> 'draft')`,
  onIssuedLine: () => sql`line_id in (select invoice_line.id from invoice_line
    join invoice on invoice.id = invoice_line.invoice_id where invoice.state <> 'draft')`,
  shared: () => sql`is_shared = 1`,
  seen: () => sql`id not in (select pdf_file_id from invoice where state = 'draft' and pdf_file_id is not null)`,
  toCustomer: ({ customerId, userId }) =>
    sql`kind not in ('request', 'application_silent', 'more_in_portal', 'ticket_wish', 'invoice_question') and (key is null or key not like '%:business')
      and recipient not in (select email from user_account where role = 'admin'
        or (customer_id = ${customerId} and id <> ${userId ?? null}))`,
  alive: () => sql`state <> 'failed'`,
} satisfies Record<string, (of: CustomerRowsOf) => RawBuilder<unknown>>

/** Accesses and changes by the business: the same lines as in the settings. */
async function readAccess(connection: Connection, { customerId }: CustomerRowsOf): Promise<Row[]> {
  const { rows } = await sql<Row>`select id, at, actor_name, action, subject_kind, subject_id from audit_entry
    where action in (${sql.join(customerAuditActions)})
    and subject_id in (select id from customer where id = ${customerId}
      union all select id from service_credential where customer_id = ${customerId} and is_shared = 1
      union all select id from invoice where customer_id = ${customerId} and state <> 'draft'
      union all select id from energy_site where customer_id = ${customerId}
      union all select id from request where customer_id = ${customerId}
      union all select id from ticket where customer_id = ${customerId})
    and (actor_user_id is null or actor_user_id not in (select id from user_account where customer_id = ${customerId}))
    order by seq`.execute(connection)
  return rows.map(row => Object.fromEntries(Object.entries(row).map(([column, value]) => presentColumn(column, value))))
}

function hideDrafts(found: Map<string, Row[]>): void {
  const issued = new Set((found.get('invoices') ?? []).map(invoice => invoice.id))
  for (const entry of found.get('ticket-entries') ?? []) {
    if (!issued.has(entry.invoiceId)) entry.invoiceId = null
  }
}

/** A cancellation is stored with the amounts of its original (decision 0073). */
function signCancellations(found: Map<string, Row[]>): void {
  // `-0` would differ from `0`.
  const opposite = (amount: unknown) => 0 - Number(amount)
  for (const invoice of found.get('invoices') ?? []) {
    if (invoice.kind !== 'cancellation') continue
    for (const name of ['net', 'tax', 'gross']) invoice[name] = opposite(invoice[name])
    invoice.taxLines = (invoice.taxLines as Row[]).map(({ rate, base, amount }) => ({
      rate,
      base: opposite(base),
      amount: opposite(amount),
    }))
  }
}

/** The files of the rows, each with a unique path that is also in the rows. */
export function filesOf(rows: ExportedRows): ExportedFile[] {
  const taken = new Set<string>()
  return (rows.get('files') ?? []).map(row => {
    const path = freePath(`dateien/${String(row.name)}`, taken)
    taken.add(path.toLowerCase())
    row.path = path
    return { id: String(row.id), path, sizeBytes: Number(row.sizeBytes) }
  })
}

type SlotFile = {
  readonly site: { readonly id: string; readonly zone: SiteZone }
  readonly month: string
  path: string
}

/** The quarter-hours of each site and month, with unique paths; a month with slots has days. */
export function slotFilesOf(rows: ExportedRows): SlotFile[] {
  const taken = new Set<string>()
  const days = Map.groupBy(rows.get('energy-days') ?? [], ({ siteId }) => siteId)
  return (rows.get('energy-sites') ?? []).flatMap(({ id, name, zone }) => {
    const dates = (days.get(id) ?? []).map(({ date }) => String(date).slice(0, 7))
    return [...new Set(dates)].toSorted().map(month => {
      const path = freePath(`energie/${slotCsvName(String(name), month)}`, taken)
      taken.add(path.toLowerCase())
      // The column has a CHECK.
      return { site: { id: String(id), zone: zone as SiteZone }, month, path }
    })
  })
}

/** Two files of one name are distinguished as browsers do: `Plan (2).pdf`. */
function freePath(path: string, taken: ReadonlySet<string>): string {
  const dot = path.lastIndexOf('.')
  const [stem, ending] = dot > 0 ? [path.slice(0, dot), path.slice(dot)] : [path, '']
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? path : `${stem} (${number})${ending}`
    if (!taken.has(candidate.toLowerCase())) return candidate
  }
}
