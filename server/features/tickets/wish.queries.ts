/** Wishes of customers in tickets that nobody has begun yet. */
import { expressionBuilder, type Kysely, sql } from 'kysely'
import { AppError } from '#server/app-error.ts'
import type { Scope } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import { listPage, onlyCount, type PageParams } from '#server/database/list-page.ts'
import { type Param, prepared } from '#server/database/prepared.ts'
import type { Database } from '#server/database/schema.ts'

export type WishRow = {
  id: string
  name: string
  created_at: string
  ticket_id: string
  number: string
  ticket_name: string
  customer_id: string
  company: string
  first_name: string
  last_name: string
}

/**
 * Open wishes, newest first: entries of the type by the customer that are still upcoming, of tickets that are not
 * finished. They concern all customers: for any narrower scope there are none (404).
 */
export async function listOpenWishes(
  connection: Connection,
  scope: Scope,
  query: { page: number; page_size: number },
): Promise<{ count: number; rows: WishRow[] }> {
  if (scope.customers !== 'all') throw new AppError('not_found')
  return listPage(
    connection,
    query,
    page => selectWishes(connection, page),
    () => onlyCount(countWishes(connection, {})),
  )
}

/** The statements; exported for the query-plan test. Their conditions match the index exactly. */
export function wishPage(db: Kysely<Database>, param: Param<PageParams<object>>) {
  return openWishes(db)
    .innerJoin('customer', 'customer.id', 'ticket.customer_id')
    .select([
      'ticket_entry.id',
      'ticket_entry.name',
      'ticket_entry.created_at',
      'ticket_entry.ticket_id',
      'ticket.number',
      'ticket.name as ticket_name',
      'ticket.customer_id',
      'customer.company',
      'customer.first_name',
      'customer.last_name',
    ])
    .orderBy('ticket_entry.id', 'desc')
    .limit(param('limit'))
    .offset(param('offset'))
}

export function wishCount(db: Kysely<Database>) {
  return openWishes(db).select(({ fn }) => fn.countAll<number>().as('count'))
}

function openWishes(db: Kysely<Database>) {
  return db
    .selectFrom('ticket_entry')
    .innerJoin('ticket', 'ticket.id', 'ticket_entry.ticket_id')
    .where(isWaiting())
    .where(takesWishes())
}

function isWaiting() {
  const eb = expressionBuilder<Database, 'ticket_entry'>()
  return eb.and([
    eb('ticket_entry.type', '=', sql.lit('wish' as const)),
    eb('ticket_entry.created_by', '=', sql.lit('customer' as const)),
    eb('ticket_entry.progress', '=', sql.lit('upcoming' as const)),
  ])
}

function takesWishes() {
  const eb = expressionBuilder<Database, 'ticket'>()
  return eb('ticket.progress', '<>', sql.lit('finished' as const))
}

const selectWishes = prepared<PageParams<object>>()(wishPage)
const countWishes = prepared<object>()(wishCount)
