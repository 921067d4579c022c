import type { Kysely, Selectable, Transaction } from 'kysely'
import type { RequestState } from '#contract/requests.ts'
import { AppError } from '#server/app-error.ts'
import { type Scope, scopedCustomerId } from '#server/auth/scope.ts'
import type { Connection, Context } from '#server/context.ts'
import type { RequestTable, TicketTable } from '#server/database/business-tables.ts'
import { forUpdate } from '#server/database/engine.ts'
import type { FileTable } from '#server/database/platform-tables.ts'
import { prepared } from '#server/database/prepared.ts'
import { preparedByIds } from '#server/database/prepared-variants.ts'
import { countRows } from '#server/database/row-counts.ts'
import type { Database } from '#server/database/schema.ts'

export type StoredRequest = Selectable<RequestTable>
/** A request with its references; of tickets only those that still belong to its customer. */
export type RequestRow = StoredRequest & {
  company: string
  first_name: string
  last_name: string
  own_ticket_id: string | null
  ticket_number: string | null
  ticket_name: string | null
  ticket_progress: TicketTable['progress'] | null
  own_about_id: string | null
  about_number: string | null
  about_name: string | null
}
export type RequestFile = Pick<FileTable, 'id' | 'name' | 'media_type' | 'size_bytes'> & { request_id: string }
export type FoundRequest = { row: RequestRow; files: RequestFile[] }

/** Requests with the names of their customers and tickets. */
export function selectRequests(db: Kysely<Database>) {
  return db
    .selectFrom('request')
    .innerJoin('customer', 'customer.id', 'request.customer_id')
    .leftJoin('ticket', join =>
      join.onRef('ticket.id', '=', 'request.ticket_id').onRef('ticket.customer_id', '=', 'request.customer_id'),
    )
    .leftJoin('ticket as about', join =>
      join.onRef('about.id', '=', 'request.about_ticket_id').onRef('about.customer_id', '=', 'request.customer_id'),
    )
    .selectAll('request')
    .select(['customer.company', 'customer.first_name', 'customer.last_name'])
    .select(['ticket.id as own_ticket_id', 'ticket.number as ticket_number'])
    .select(['ticket.name as ticket_name', 'ticket.progress as ticket_progress'])
    .select(['about.id as own_about_id', 'about.number as about_number', 'about.name as about_name'])
}

const selectOne = prepared<{ id: string }>()((db, param) => selectRequests(db).where('request.id', '=', param('id')))

const selectOneLocked = prepared<{ id: string }>()((db, param, engine) =>
  db.selectFrom('request').selectAll().where('id', '=', param('id')).$call(forUpdate(engine)),
)

/** In the order in which they were uploaded: ids grow with time. */
const selectFilesOf = preparedByIds()((db, ids) =>
  db
    .selectFrom('request_attachment')
    .innerJoin('file', 'file.id', 'request_attachment.file_id')
    .select(['request_attachment.request_id', 'file.id', 'file.name', 'file.media_type', 'file.size_bytes'])
    .where('request_attachment.request_id', 'in', ids)
    .orderBy('request_attachment.request_id')
    .orderBy('file.id'),
)

/** One request in scope; 404 `not_found`. */
export async function getRequest(
  connection: Connection,
  { scope }: Pick<Context, 'scope'>,
  id: string,
): Promise<FoundRequest> {
  const [row] = await selectOne(connection, { id })
  if (row === undefined || !isInScope(scope, row.customer_id)) throw new AppError('not_found')
  const [found] = await withFiles(connection, [row])
  return found ?? { row, files: [] }
}

/** The attachments of all requests at once. */
export async function withFiles(connection: Connection, rows: readonly RequestRow[]): Promise<FoundRequest[]> {
  const files = await selectFilesOf(
    connection,
    rows.map(row => row.id),
  )
  return rows.map(row => ({ row, files: files.filter(file => file.request_id === row.id) }))
}

/** One request in scope, locked until the transaction ends; 404 `not_found`. */
export async function getRequestToChange(trx: Transaction<Database>, scope: Scope, id: string): Promise<StoredRequest> {
  const [row] = await selectOneLocked(trx, { id })
  if (row === undefined || !isInScope(scope, row.customer_id)) throw new AppError('not_found')
  return row
}

/** The ids of a request's attachments. */
export async function listFileIds(connection: Connection, requestId: string): Promise<string[]> {
  return (await selectFilesOf(connection, [requestId])).map(file => file.id)
}

function isInScope(scope: Scope, customerId: string): boolean {
  const own = scopedCustomerId(scope)
  return own === null || own === customerId
}

export type RequestSums = Record<RequestState, number> & { openHigh: number }

/** The number of requests in scope in each state, of all customers or of one. */
export async function countRequests(
  connection: Connection,
  scope: Scope,
  customer: string | undefined,
): Promise<RequestSums> {
  const own = scopedCustomerId(scope)
  // `none` is no valid id: a customer who asks for another one sees zeros.
  const customerId = own !== null && customer !== undefined && customer !== own ? 'none' : (own ?? customer)
  if (customerId !== undefined) {
    const counts = await countOfCustomer(connection, { customerId })
    const sum = (filter: (row: (typeof counts)[number]) => boolean) =>
      counts.filter(filter).reduce((total, { count }) => total + count, 0)
    return {
      open: sum(({ state }) => state === 'open'),
      openHigh: sum(({ state, priority }) => state === 'open' && priority === 'high'),
      accepted: sum(({ state }) => state === 'accepted'),
      declined: sum(({ state }) => state === 'declined'),
    }
  }
  return {
    open: await countRows(connection, 'request', { state: 'open' }),
    openHigh: await countRows(connection, 'request', { state: 'open', priority: 'high' }),
    accepted: await countRows(connection, 'request', { state: 'accepted' }),
    declined: await countRows(connection, 'request', { state: 'declined' }),
  }
}

/** One customer has few; they are counted in an index. */
const countOfCustomer = prepared<{ customerId: string }>()((db, param) =>
  db
    .selectFrom('request')
    .select(eb => ['state', 'priority', eb.fn.countAll<number>().as('count')])
    .where('customer_id', '=', param('customerId'))
    .groupBy(['state', 'priority']),
)
