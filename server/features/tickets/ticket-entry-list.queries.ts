/** Lists of entries: one prepared statement per combination of filters and ordering. */
import { expressionBuilder, type Kysely } from 'kysely'
import type { Progress } from '#contract/progress.ts'
import { type Scope, scopedCustomerId } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import { unindexed } from '#server/database/engine.ts'
import { listPage, onlyCount, type PageParams } from '#server/database/list-page.ts'
import type { Param } from '#server/database/prepared.ts'
import { preparedVariants } from '#server/database/prepared-variants.ts'
import { countRows, countRowsOf } from '#server/database/row-counts.ts'
import type { Database } from '#server/database/schema.ts'
import { type FoundEntry, selectEntries, withSpansOf } from './ticket-entry.queries.ts'

/** Ids are in the order of creation. */
const orderings = {
  date: ['date', 'asc'],
  '-date': ['date', 'desc'],
  createdAt: ['id', 'asc'],
  '-createdAt': ['id', 'desc'],
} as const

export type EntryOrdering = keyof typeof orderings
export type EntryListVariant = { isScoped: boolean; hasTicket: boolean; hasProgress: boolean; ordering: EntryOrdering }

type EntryFilter = {
  page: number
  page_size: number
  ticket?: string | undefined
  progress?: Progress | undefined
  ordering?: EntryOrdering | undefined
}
type FilterParams = { customerId: string; ticketId: string; progress: Progress }

/** Entries in scope, of one ticket or all; newest first unless ordered otherwise. `count` is over all pages. */
export async function listEntries(
  connection: Connection,
  scope: Scope,
  filter: EntryFilter,
): Promise<{ count: number; results: FoundEntry[] }> {
  const customerId = scopedCustomerId(scope)
  const variant = {
    isScoped: customerId !== null,
    hasTicket: filter.ticket !== undefined,
    hasProgress: filter.progress !== undefined,
    ordering: filter.ordering ?? '-date',
  }
  const params: FilterParams = {
    customerId: customerId ?? '',
    ticketId: filter.ticket ?? '',
    progress: filter.progress ?? 'upcoming',
  }
  const { count, rows } = await listPage(
    filter,
    page => selectPage(connection, variant, { ...params, ...page }),
    () => {
      if (variant.hasTicket) return onlyCount(selectCountOfTicket(connection, variant, params))
      const kept = { progress: filter.progress }
      return customerId === null
        ? countRows(connection, 'ticket_entry', kept)
        : countRowsOf(connection, 'ticket_entry', customerId, kept)
    },
  )
  return { count, results: await withSpansOf(connection, rows) }
}

/** The statements; exported so that the query plans of all variants can be checked. */
export function entryPage(variant: EntryListVariant, db: Kysely<Database>, param: Param<PageParams<FilterParams>>) {
  const [column, direction] = orderings[variant.ordering]
  const query = selectEntries(db).where(conditions(variant, param))
  const ordered = column === 'id' ? query : query.orderBy(`ticket_entry.${column}`, direction)
  return ordered.orderBy('ticket_entry.id', direction).limit(param('limit')).offset(param('offset'))
}

/** How many a ticket has. */
export function entryCountOfTicket(variant: EntryListVariant, db: Kysely<Database>, param: Param<FilterParams>) {
  return db
    .selectFrom('ticket_entry')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where(conditions(variant, param))
}

const selectPage = preparedVariants<EntryListVariant, PageParams<FilterParams>>()(entryPage)
const selectCountOfTicket = preparedVariants<EntryListVariant, FilterParams>()(entryCountOfTicket)

/**
 * A list walks an index in its order and filters on the way; of a ticket's entries, all belong to one customer. Over
 * all customers, where few of many rows may match, progress has an index in the default order.
 */
function conditions(variant: EntryListVariant, param: Param<FilterParams>) {
  const eb = expressionBuilder<Database, 'ticket_entry'>()
  const isUsual = variant.ordering.endsWith('date') && !variant.isScoped && !variant.hasTicket
  const progress = isUsual ? eb.ref('ticket_entry.progress') : unindexed<Progress>('ticket_entry.progress')
  const customer = variant.hasTicket
    ? unindexed<string>('ticket_entry.customer_id')
    : eb.ref('ticket_entry.customer_id')
  return eb.and([
    ...(variant.hasTicket ? [eb('ticket_entry.ticket_id', '=', param('ticketId'))] : []),
    ...(variant.isScoped ? [eb(customer, '=', param('customerId'))] : []),
    ...(variant.hasProgress ? [eb(progress, '=', param('progress'))] : []),
  ])
}
