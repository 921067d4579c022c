/**
 * The statements of a list, made from the contract: one prepared statement per combination of filters,
 * ordering and number of words, built when first used (decision 0062).
 */
import { type Expression, expressionBuilder, type Kysely, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { List, Narrowing, OrderingOf } from '#contract/lists.ts'
import type { Connection } from '#server/context.ts'
import { unindexed } from './engine.ts'
import { type ListPage, type ListTable, listPage, onlyCount, searchedWords, withWords } from './list-page.ts'
import type { Param } from './prepared.ts'
import { preparedVariants } from './prepared-variants.ts'
import { type CountedList, countRows, countRowsOf, isCountedOfCustomers } from './row-counts.ts'
import type { Database } from './schema.ts'

/** The key of a statement. A filter is `''` (not set), its word where the statement holds it, or `set`. */
export type ListVariant = { isScoped: boolean; words: number; ordering: string; [filter: `by ${string}`]: string }

/** The parts of a statement that a filter may depend on. */
export type Shape = {
  isScoped: boolean
  words: number
  /** Counts the rows: no ordering. */
  isCount: boolean
  has: (filter: string) => boolean
  isOrderedBy: (name: string) => boolean
  /** Neither words nor a filter lead to few rows: the list walks an index in its order. */
  isWalk: boolean
  /** A walk over all customers in the usual order, where a filter has an index of its own. */
  isUsual: boolean
}

/** Values are known when a statement is run; until then a parameter has their place. */
type Params = Param<Record<string, never>>

export type ListFilter = {
  /** The statement holds the word of the filter instead of a parameter. */
  isLiteral?: true
  /** The words of a filter that the contract does not know. */
  words?: readonly string[]
  /** The index, or one of the indexes, that finds the few rows of the filter, which are then sorted. */
  finds?: string | readonly string[]
  /** The index of just the rows of the filter. */
  partialIndex?: string
  /** The index by which a count finds the rows of the filter, in which it checks the other filters. */
  index?: string
  /** Whether an index may be chosen for the filter. Otherwise it is checked on the way. */
  isSought: (shape: Shape) => boolean
  where: (value: string, shape: Shape, param: Params) => Expression<SqlBool>
}

/** The column (`ticket.progress`) has the value of the filter. */
export function equals(column: string, isSought = ({ isUsual }: Shape) => isUsual): ListFilter {
  return {
    isSought,
    where: (value, shape) => sql<SqlBool>`${isSought(shape) ? sql.ref(column) : unindexed(column)} = ${value}`,
  }
}

/** A condition that is checked on the way; a count goes through its partial index. */
export function walks(partialIndex: string, where: () => Expression<SqlBool>): ListFilter {
  return { isLiteral: true, partialIndex, isSought: () => false, where }
}

/** A condition that few rows meet: an index finds them. */
export function finds(index: string, where: (value: string, param: Params) => Expression<SqlBool>): ListFilter {
  return { finds: index, isSought: () => true, where: (value, _shape, param) => where(value, param) }
}

/** Columns of the table or expressions; the key is the last one of each. */
type Order = readonly (string | Expression<unknown>)[] | { readonly descending: readonly string[] }
type OrderName<L extends List> = [OrderingOf<L>] extends [never]
  ? 'usual'
  : OrderingOf<L> extends infer Name
    ? Name extends `-${string}`
      ? never
      : Name & string
    : never

type FilterName<L extends List> = Exclude<keyof L['filters'] & string, 'customer'>
type SetFilters<L extends List> = { readonly [Name in FilterName<L>]?: string | undefined }

type ListSpec<L extends List, DB, TB extends keyof DB, Row, More extends string> = {
  table: ListTable
  select: (db: Kysely<Database>) => SelectQueryBuilder<DB, TB, Row>
  /** The conditions of a search; `withWords` by default. */
  search?: typeof withWords
  /** The unique column that ends each ordering; `id` by default. */
  key?: string
  /** The column that names the customer of a row; without one, all rows are in reach of the caller. */
  scope?: 'customer_id' | 'id'
  isScopeSought?: (shape: Shape) => boolean
  orderings: Readonly<Record<OrderName<L>, Order>>
  /** An ordering with the same result and a better index. */
  orderedAs?: (ordering: string, has: Shape['has']) => string
  /** Those of the contract, and `More` that the server sets. */
  filters: Readonly<Record<FilterName<L> | More, ListFilter>>
  kept?: KeptCounts<L>
}

/** The filters with counts known without counting: kept (`row-counts.ts`; null: no row matches), or calculated. */
type KeptCounts<L extends List> = { readonly filters: readonly FilterName<L>[] } & (
  | {
      readonly list: CountedList
      readonly by: (set: SetFilters<L>) => Readonly<Record<string, string | undefined>> | null
    }
  | { readonly calculate: (connection: Connection, asked: Readonly<Record<string, unknown>>) => Promise<number> }
)

/** The customer whose rows are listed (see `reachedCustomer`): undefined for all, null for none. */
type Reached = { readonly id: string | undefined } | null

type Asked<L extends List> = { page: number; page_size: number } & Narrowing<L>

export function prepareList<const L extends List, DB, TB extends keyof DB, Row, More extends string = never>(
  list: L,
  spec: ListSpec<L, DB, TB, Row, More>,
) {
  const { table, key = 'id', kept } = spec
  const { filters, variantOf, shapeOf, page, count } = listStatements(list, spec)

  const isKeptOfCustomers = kept && 'list' in kept && isCountedOfCustomers(kept.list)

  /** Whether the database keeps the count: by the set filters, of all customers or of each. */
  function isKept(variant: ListVariant): boolean {
    if (!kept || variant.words > 0 || (variant.isScoped && !isKeptOfCustomers)) return false
    const names: readonly string[] = kept.filters
    return filters.every(([name]) => !variant[`by ${name}`] || names.includes(name))
  }

  const selectPage = preparedVariants<ListVariant, Record<string, never>>()(page)
  const selectCount = preparedVariants<ListVariant, Record<string, never>>()(count)

  /** The rows in scope, and how many there are over all pages. */
  async function read(
    connection: Connection,
    customer: Reached,
    query: Asked<L>,
    more: { readonly [name: string]: string | number | undefined } & {
      readonly [Name in More]?: string | undefined
    } = {},
  ): Promise<ListPage<Row>> {
    const asked: Readonly<Record<string, unknown>> & SetFilters<L> = { ...query, ...more }
    const words = searchedWords(textIn(asked, 'search'))
    if (!customer || !words) return { count: 0, rows: [] }
    const variant = variantOf({ isScoped: customer.id !== undefined, words: words.count }, asked)
    const given = { ...asked, ...words.params, customerId: customer.id }
    // Each parameter of a statement is one of these, by its name.
    const params = (paging: object) => ({ ...given, ...paging }) as unknown as Record<string, never>
    return listPage(
      connection,
      query,
      // The rows are those of `select`.
      paging => selectPage(connection, variant, params(paging)) as Promise<Row[]>,
      () => {
        if (!kept || !isKept(variant)) return onlyCount(selectCount(connection, countVariant(variant), params({})))
        if ('calculate' in kept) return kept.calculate(connection, asked)
        const by = kept.by(asked)
        if (by === null) return Promise.resolve(0)
        return customer.id !== undefined && isCountedOfCustomers(kept.list)
          ? countRowsOf(connection, kept.list, customer.id, by)
          : countRows(connection, kept.list, by)
      },
    )
  }

  /** A count has no ordering: one statement for all. */
  function countVariant(variant: ListVariant): ListVariant {
    return { ...variant, ordering: usualOrderingOf(list) }
  }

  return {
    list,
    table,
    key,
    filters,
    isOfCustomers: spec.scope !== undefined,
    read,
    variantOf,
    shapeOf,
    isKept,
    page,
    count,
  }
}

/** The statements of every variant of the list. */
function listStatements<const L extends List, DB, TB extends keyof DB, Row, More extends string = never>(
  list: L,
  spec: ListSpec<L, DB, TB, Row, More>,
) {
  const { table, key = 'id', search = withWords } = spec
  const filters = Object.entries<ListFilter>(spec.filters)
  const usualOrdering = usualOrderingOf(list)

  function variantOf(given: Pick<ListVariant, 'isScoped' | 'words'>, asked: Readonly<Record<string, unknown>>) {
    const has = (name: string) => asked[name] !== undefined
    const ordering = typeof asked.ordering === 'string' ? asked.ordering : usualOrdering
    const variant: ListVariant = { ...given, ordering: spec.orderedAs?.(ordering, has) ?? ordering }
    for (const [name, { isLiteral }] of filters) {
      variant[`by ${name}`] = has(name) ? (isLiteral ? String(asked[name]) : 'set') : ''
    }
    return variant
  }

  function shapeOf({ isScoped, words, ordering, ...by }: ListVariant, isCount: boolean): Shape {
    const has = (name: string) => Boolean(by[`by ${name}`])
    const isOrderedBy = (name: string) => nameOf(ordering) === name
    const isWalk = words === 0 && !filters.some(([name, filter]) => filter.finds && has(name))
    const isUsual = isWalk && !isScoped && (isCount || isOrderedBy(nameOf(usualOrdering)))
    return { isScoped, words, isCount, has, isOrderedBy, isWalk, isUsual }
  }

  function conditions(variant: ListVariant, isCount: boolean, param: Params) {
    const shape = shapeOf(variant, isCount)
    const customer = `${table}.${spec.scope ?? 'customer_id'}`
    const owner = spec.isScopeSought?.(shape) === false ? unindexed(customer) : sql.ref(customer)
    return expressionBuilder<Database, never>().and([
      ...(variant.isScoped ? [sql<SqlBool>`${owner} = ${param('customerId')}`] : []),
      ...filters.flatMap(([name, filter]) => {
        const word = variant[`by ${name}`]
        return word ? [filter.where(filter.isLiteral ? word : param(name), shape, param)] : []
      }),
      ...search(table, variant.words, param),
    ])
  }

  function page(variant: ListVariant, db: Kysely<Database>, param: Params) {
    const [columns, direction] = orderOf(variant.ordering)
    const order = sql.join(
      columns.map(column => sql`${typeof column === 'string' ? sql.ref(`${table}.${column}`) : column} ${direction}`),
    )
    const where = conditions(variant, false, param)
    const [limit, offset] = [param('limit'), param('offset')]
    if (variant.words === 0) return spec.select(db).where(where).orderBy(order).limit(limit).offset(offset)
    // Rows found by words are sorted: the additions of `select` are read only for those of the page.
    const id = sql.ref(`${table}.${key}`)
    const found = db.selectFrom(table).select(id.as('id')).where(where).orderBy(order).limit(limit).offset(offset)
    return spec.select(db).where(sql<SqlBool>`${id} in ${found}`).orderBy(order)
  }

  function orderOf(ordering: string) {
    const order: Order | undefined = Reflect.get(spec.orderings, nameOf(ordering))
    if (order === undefined) throw new Error(`The list of ${table} has no ordering ${ordering}.`)
    if ('descending' in order) return [[...order.descending, key], sql`desc`] as const
    return [[...order, key], ordering.startsWith('-') ? sql`desc` : sql`asc`] as const
  }

  function count(variant: ListVariant, db: Kysely<Database>, param: Params) {
    return db
      .selectFrom(table)
      .select(eb => eb.fn.countAll<number>().as('count'))
      .where(conditions(variant, true, param))
  }

  return { filters, variantOf, shapeOf, page, count }
}

function usualOrderingOf(list: List): string {
  return list.usualOrdering ?? 'usual'
}

function nameOf(ordering: string): string {
  return ordering.replace(/^-/, '')
}

function textIn(asked: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = asked[name]
  return typeof value === 'string' ? value : undefined
}
