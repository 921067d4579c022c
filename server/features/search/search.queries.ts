/**
 * One search over several kinds of rows, in one statement, two for several words. Each arm walks an index and stops after
 * a few rows, for any amount of data; only rows of customers found by name are all checked for further words.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type SearchKind, searchKinds } from '#contract/search.ts'
import { type Scope, scopedCustomerId } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import { type Engine, orderAfterJoin } from '#server/database/engine.ts'
import { type WordParams, wordParams } from '#server/database/list-page.ts'
import type { Param } from '#server/database/prepared.ts'
import { preparedVariants } from '#server/database/prepared-variants.ts'
import type { Database } from '#server/database/schema.ts'
import { skippedLetters, type WordRange, wordRanges } from '#server/database/search-terms.ts'

export type SearchRow = {
  kind: SearchKind
  id: string
  number: string | null
  title: string
  state: string
  /** Of an invoice. */
  due_date: string | null
  customer_id: string
  company: string
  first_name: string
  last_name: string
  /** A word of the row equals the first search word, not only begins with it. */
  is_exact: 0 | 1
  /** Found by the beginning of one of its own words, neither inside one nor by its customer's name. */
  is_own: 0 | 1
  /** Found inside one of its own words: by a part of a compound. */
  is_inside: 0 | 1
}

/** The columns of a kind's rows; `row` is the table, `customer` its customer. */
type Columns = {
  number: RawBuilder<unknown>
  title: RawBuilder<unknown>
  state: RawBuilder<unknown>
  dueDate?: RawBuilder<unknown>
}
type Source = Columns & {
  table: keyof Database
  /** Kinds hidden in a search within one customer. */
  hidden?: RawBuilder<unknown>
}

/** Customers are searched separately: their rows belong to none. */
type OwnedKind = Exclude<SearchKind, 'customer'>

const owned: Readonly<Record<OwnedKind, Source>> = {
  ticket: { table: 'ticket', number: sql`row.number`, title: sql`row.name`, state: sql`row.progress` },
  request: { table: 'request', number: sql`row.number`, title: sql`row.title`, state: sql`row.state` },
  service: { table: 'service', number: sql`null`, title: sql`row.name`, state: sql`row.state` },
  invoice: {
    table: 'invoice',
    number: sql`row.number`,
    title: sql`''`,
    state: sql`case when row.kind = 'cancellation' then row.kind when row.state <> 'issued' then row.state when row.is_paid = 1 then 'paid' else 'unpaid' end`,
    dueDate: sql`row.due_date`,
    hidden: sql`row.state = 'draft'`,
  },
  dns_hostname: {
    table: 'dns_hostname',
    number: sql`null`,
    title: sql`row.full_name || ' (' || row.type || ')'`,
    state: sql`row.state`,
  },
  dns_domain: { table: 'dns_domain', number: sql`null`, title: sql`row.domain`, state: sql`row.type` },
}
// The keys of a literal object are exactly those of its type.
const ownedKinds = Object.keys(owned) as OwnedKind[]

/** How many rows an arm returns: more than are shown, to choose the best and show that there are more. */
const rowsPerArm = 25
/** A word that begins more customers' names reveals little about their rows. */
const customersMax = 20
/** Words are compared by the number of matching rows; beyond this all are common. */
const countedMax = 1_000
/** Where even the rarest of several words is common, only its newest rows are checked for the others. */
const walkedMax = 1_000

type Params = WordParams & { customerId: string }
export type SearchVariant = { isScoped: boolean; words: number }

/**
 * Rows in scope in which every word of the search begins a word of the row or of its customer or is inside one,
 * unordered, with duplicates. Within one customer the customer's own name is ignored.
 */
export async function findRows(
  connection: Connection,
  scope: Scope,
  { search, customer }: { search: string; customer: string | undefined },
): Promise<SearchRow[]> {
  const own = scopedCustomerId(scope)
  const isForeign = own !== null && customer !== undefined && customer !== own
  const ranges = wordRanges(search)
  if (isForeign || ranges.length === 0) return []
  const customerId = own ?? customer
  const isScoped = customerId !== undefined
  const words = wordParams(isScoped || ranges.length === 1 ? ranges : await rarestFirst(connection, ranges))
  return selectRows(connection, { isScoped, words: ranges.length }, { ...words, customerId: customerId ?? '' })
}

/** The arms walk the matches of the first word and check the others on the way. */
async function rarestFirst(connection: Connection, ranges: WordRange[]): Promise<WordRange[]> {
  const counts = await selectCounts(connection, { words: ranges.length }, wordParams(ranges))
  const countOf = (index: number) => counts.find(({ word }) => word === index)?.count ?? 0
  return ranges
    .map((range, index) => ({ range, count: countOf(index) }))
    .sort((a, b) => a.count - b.count)
    .map(({ range }) => range)
}

/** The statements; exported so that the query plans can be checked. */
export function searchRows(
  { isScoped, words }: SearchVariant,
  db: Kysely<Database>,
  param: Param<Params>,
  engine: Engine,
) {
  const others = Array.from({ length: words - 1 }, (_, index) => index + 1)
  const arms = isScoped
    ? ownedKinds.map(kind => armOfCustomer(kind, [0, ...others], param))
    : [
        ...walksOf('customer', others, param),
        ...ownedKinds.flatMap(kind => [
          ...walksOf(kind, others, param),
          armOfNamedCustomers(engine, kind, others, param),
        ]),
      ]
  const found = sql<SearchRow>`(${sql.join(arms, sql` union all `)})`.as('found')
  if (isScoped) return db.selectFrom(found).selectAll()
  return db
    .with(
      cte => cte('named').materialized(),
      () => namedCustomers(db, others, param),
    )
    .selectFrom(found)
    .selectAll()
}

export function searchCounts({ words }: { words: number }, db: Kysely<Database>, param: Param<WordParams>) {
  const kinds = sql.join(searchKinds.map(kind => sql.lit(kind)))
  const counts = Array.from(
    { length: words },
    (_, index) => sql`select ${sql.lit(index)} as word, count(*) as count from (
      select 1 from search_term where kind in (${kinds}) and ${termIn('search_term', index, param)}
      union all
      select 1 from search_part where kind in (${kinds}) and ${partIn(index, param)}
      limit ${sql.lit(countedMax)}) as counted`,
  )
  return db
    .selectFrom(sql<{ word: number; count: number }>`(${sql.join(counts, sql` union all `)})`.as('counts'))
    .selectAll()
}

const selectRows = preparedVariants<SearchVariant, Params>()(searchRows)
const selectCounts = preparedVariants<{ words: number }, WordParams>()(searchCounts)

/** The index to walk: the terms of rows, or the ends of those. */
type Walk = { table: 'search_term' | 'search_part'; word: RawBuilder<unknown>; from: string; to: string }

/**
 * Rows found by their own words, newest first: those with exactly the first word, and those with a longer one; after
 * that inside words.
 */
function walksOf(kind: SearchKind, others: readonly number[], param: Param<WordParams>): RawBuilder<unknown>[] {
  const terms = { table: 'search_term', word: sql`hit.term`, from: param('from0'), to: param('to0') } as const
  const parts = { table: 'search_part', word: sql`hit.part`, from: param('inside0'), to: param('insideTo0') } as const
  const walk = ({ table, word, from, to }: Walk, isExact: 0 | 1) => {
    const isInside = table === 'search_part' ? 1 : 0
    const fits = isExact ? sql`${word} = ${from}` : sql`${word} > ${from} and ${word} < ${to}`
    const order = isExact ? sql`hit.subject_id desc` : sql`${word} desc, hit.subject_id desc`
    const found = { isExact: isInside ? 0 : isExact, isOwn: isInside ? 0 : 1, isInside } as const
    return sql`select * from (
      select ${columnsOf(kind, found)} from ${hitsOf(table, kind, fits, order, others.length > 0)}
      inner join ${rowsOf(kind, sql`hit.subject_id`)}
      where 1 = 1 ${andWords(kind, others, param)}
      order by ${order} limit ${sql.lit(rowsPerArm)}) as walk`
  }
  return [walk(terms, 1), walk(terms, 0), walk(parts, 1), walk(parts, 0)]
}

/**
 * The matching words of a walk. They are fetched before their rows: a planner that knows word frequencies would
 * otherwise scan the rows instead. Every word has its row, so a single word is done after as many as an arm returns; a
 * walk for further words must end without matches, too.
 */
function hitsOf(
  table: Walk['table'],
  kind: SearchKind,
  fits: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  hasOthers: boolean,
) {
  return sql`(select * from ${sql.table(table)} as hit where hit.kind = ${sql.lit(kind)} and ${fits}
    order by ${order} limit ${sql.lit(hasOthers ? walkedMax : rowsPerArm)}) as hit`
}

/** The customers whose names the first word fits, and which of the further words fit them. */
function namedCustomers(db: Kysely<Database>, others: readonly number[], param: Param<WordParams>) {
  const begun = sql`select subject_id as id from search_term where kind = 'customer' and ${termIn('search_term', 0, param)}
    order by term, subject_id limit ${sql.lit(customersMax)}`
  const inside = sql`select subject_id as id from search_part where kind = 'customer' and ${partIn(0, param)}
    order by part, subject_id limit ${sql.lit(customersMax)}`
  const fits = others.map(index =>
    sql<0 | 1>`case when ${hasWord(sql`found.id`, index, param)} then 1 else 0 end`.as(fitsCustomer(index)),
  )
  return db
    .selectFrom(
      sql<{ id: string }>`(select id from (${begun}) as begun union select id from (${inside}) as inside)`.as('found'),
    )
    .select(['found.id', ...fits])
}

const fitsCustomer = (index: number) => `fits${index}`

/**
 * Newest rows of the named customers. Their ids are chosen first, because sorting whole rows of a customer with thousands
 * costs milliseconds. For further words the words of all rows of these customers are read.
 */
function armOfNamedCustomers(
  engine: Engine,
  kind: OwnedKind,
  others: readonly number[],
  param: Param<WordParams>,
): RawBuilder<unknown> {
  const fits = others.map(
    index => sql`and (${sql.ref(`named.${fitsCustomer(index)}`)} = 1 or ${hasWord(sql`owned.id`, index, param)})`,
  )
  return sql`select * from (
    select ${columnsOf(kind, { isExact: 0, isOwn: 0, isInside: 0 })} from (
      select owned.id from named cross join ${sql.table(owned[kind].table)} as owned
      where owned.customer_id = named.id ${sql.join(fits, sql` `)}
      order by ${orderAfterJoin(engine, 'owned.id', 'named.id')} desc limit ${sql.lit(rowsPerArm)}) as newest
    inner join ${rowsOf(kind, sql`newest.id`)}) as named_rows`
}

/** One customer has few rows: they are scanned. */
function armOfCustomer(kind: OwnedKind, words: readonly number[], param: Param<Params>): RawBuilder<unknown> {
  const fits = words.map(index => sql`and ${hasWord(sql`row.id`, index, param)}`)
  const { hidden } = owned[kind]
  return sql`select * from (
    select ${columnsOf(kind, { isExact: 0, isOwn: 1, isInside: 0 })} from ${rowsOf(kind)}
    where row.customer_id = ${param('customerId')} ${hidden ? sql`and not (${hidden})` : sql``} ${sql.join(fits, sql` `)}
    order by row.id desc limit ${sql.lit(rowsPerArm)}) as own`
}

type FoundBy = { isExact: 0 | 1; isOwn: 0 | 1; isInside: 0 | 1 }

function columnsOf(kind: SearchKind, { isExact, isOwn, isInside }: FoundBy): RawBuilder<unknown> {
  const { number, title, state, dueDate }: Columns = kind === 'customer' ? customerSource : owned[kind]
  return sql`${sql.lit(kind)} as kind, row.id, ${number} as number, ${title} as title, ${state} as state, ${dueDate ?? sql`null`} as due_date,
    customer.id as customer_id, customer.company, customer.first_name, customer.last_name,
    ${sql.lit(isExact)} as is_exact, ${sql.lit(isOwn)} as is_own, ${sql.lit(isInside)} as is_inside`
}

const customerSource = { number: sql`row.number`, title: sql`''`, state: sql`row.kind` }

/** The rows with their customers; `id` selects one row. */
function rowsOf(kind: SearchKind, id?: RawBuilder<unknown>): RawBuilder<unknown> {
  const table = sql.table(kind === 'customer' ? 'customer' : owned[kind].table)
  const owner = kind === 'customer' ? sql`row.id` : sql`row.customer_id`
  const on = id === undefined ? sql`` : sql`on row.id = ${id}`
  return sql`${table} as row ${on} inner join customer on customer.id = ${owner}`
}

/** Each further word begins a word of the row or of its customer, or is inside one. */
function andWords(kind: SearchKind, words: readonly number[], param: Param<WordParams>): RawBuilder<unknown> {
  const ids = kind === 'customer' ? sql`row.id` : sql`row.id, row.customer_id`
  return sql.join(
    words.map(index => sql`and ${hasWord(ids, index, param)}`),
    sql` `,
  )
}

/**
 * One row has few terms: these are scanned for matches inside words, without a second index on their ends. Not `exists`,
 * for which PostgreSQL may read the terms of all rows at once.
 */
function hasWord(ids: RawBuilder<unknown>, index: number, param: Param<WordParams>): RawBuilder<unknown> {
  const termsOfRow = sql`select 1 from search_term as word where word.subject_id in (${ids})`
  const inside = sql`substr(word.term, ${sql.lit(skippedLetters + 1)}) like '%' || ${param(`inside${index}`)} || '%'`
  return sql`(${termsOfRow} and (${termIn('word', index, param)} or ${inside}) limit 1) = 1`
}

function termIn(table: string, index: number, param: Param<WordParams>): RawBuilder<unknown> {
  const term = sql.ref(`${table}.term`)
  return sql`${term} >= ${param(`from${index}`)} and ${term} < ${param(`to${index}`)}`
}

function partIn(index: number, param: Param<WordParams>): RawBuilder<unknown> {
  return sql`search_part.part >= ${param(`inside${index}`)} and search_part.part < ${param(`insideTo${index}`)}`
}
