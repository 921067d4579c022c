/**
 * SQLite's plans for queries. No list scans or sorts a whole table: every combination of filters, ordering and scope
 * walks an index. With a search the few rows found are sorted. Checked on SQLite, whose planner has no statistics and
 * is deterministic.
 */
import { constants, type SQLInputValue } from 'node:sqlite'
import { type Compilable, type CompiledQuery, type Kysely, sql } from 'kysely'
import { expect, vi } from 'vitest'
import { customerKinds } from '#contract/lists.ts'
import { progressSteps } from '#contract/progress.ts'
import type { Database } from '#server/database/schema.ts'
import { SqliteSessionAdapter } from '#server/database/sqlite/sqlite.ts'
import { openTestDatabase } from './engines.ts'

const values = {
  customerId: 'c',
  ticketId: 't',
  kind: customerKinds[0],
  progress: progressSteps[0],
  invoiceState: 'none',
  state: 'new',
  priority: 'high',
  id: 'm',
  email: 'e',
  key: 'e',
  today: '2026-03-10',
  dateFrom: '2026-01-01',
  dateTo: '2026-12-31',
  dueDate: '2026-04-01',
  collectionId: 'l',
  service: 's',
  role: 'admin',
  category: 'Daten',
  own: 'c',
  self: 'u',
  type: 'website_service',
  until: '2026-01-01',
  from0: 'a',
  to0: 'b',
  from1: 'c',
  to1: 'd',
  subject: 's',
  action: 'ticket.updated',
  actor: 'u',
  first: 1,
  last: 9,
  limit: 25,
  offset: 0,
}
// The plan is the same for any value; each builder names only its own parameters.
export const param = (name: string) => Reflect.get(values, name) as never

export const page = { page: 1, page_size: 25 }
export const flags = [false, true]

/** An empty database for query plans. Close it at the end. */
export async function openQueryPlans() {
  const { db, close } = await openTestDatabase('sqlite')
  const { adapter } = db.getExecutor()
  if (!(adapter instanceof SqliteSessionAdapter)) throw new Error('Plans are those of SQLite.')
  const { session } = adapter
  return { db, planOf, plansOfRun, isCompiledOnce, close }

  async function planOf(query: Compilable): Promise<string[]> {
    return explain(query.compile())
  }

  /** The plans of the queries that a function runs, including those that were built before. */
  async function plansOfRun(run: (connection: Kysely<Database>) => Promise<unknown>): Promise<string[][]> {
    const spies = [vi.spyOn(session, 'rows'), vi.spyOn(session, 'execute')]
    await run(db)
    const queries = spies.flatMap(spy => spy.mock.calls.map(([text, parameters]) => ({ sql: text, parameters })))
    for (const spy of spies) spy.mockRestore()
    expect(queries.length).toBeGreaterThan(0)
    return Promise.all(queries.map(explain))
  }

  /** A value that the planner reads voids the plan: SQLite compiles such a statement at every run. */
  function isCompiledOnce(query: Compilable): boolean {
    const { sql: text, parameters } = query.compile()
    const given = parameters.map(value => (value ?? 'x') as SQLInputValue)
    let compiled = 0
    session.database.setAuthorizer(() => {
      compiled += 1
      return constants.SQLITE_OK
    })
    const statement = session.database.prepare(text)
    statement.all(...given)
    const before = compiled
    statement.all(...given)
    session.database.setAuthorizer(null)
    return before > 0 && compiled === before
  }

  async function explain({ sql: text, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): Promise<string[]> {
    const inlined = parameters.reduce<string>(
      (done, value) => done.replace('?', typeof value === 'number' ? String(value) : `'${String(value)}'`),
      text,
    )
    const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(inlined)}`.execute(db)
    expect(rows.length).toBeGreaterThan(0)
    return rows.map(row => row.detail)
  }
}

/** Every combination of one value for each name. */
export function combine<const T extends Record<string, readonly unknown[]>>(
  choices: T,
): { [K in keyof T]: T[K][number] }[] {
  const combinations = Object.entries(choices).reduce<Record<string, unknown>[]>(
    (done, [name, options]) => done.flatMap(one => options.map(option => ({ ...one, [name]: option }))),
    [{}],
  )
  // Built from the choices, name by name.
  return combinations as { [K in keyof T]: T[K][number] }[]
}

/**
 * Plans that read a table without an index. A scan of an index in its order is a walk; one of a subquery reads its
 * rows.
 */
export function scansIn(plans: string[][]): string[][] {
  return plans.filter(plan => {
    const subqueries = plan.map(step => /^(?:CO-ROUTINE|MATERIALIZE) (\w+)$/.exec(step)?.[1])
    return plan.some(step => {
      const scanned = /^SCAN (?!CONSTANT)(\w+)(?!.* USING )/.exec(step)?.[1]
      return scanned !== undefined && !subqueries.includes(scanned)
    })
  })
}

export function unorderedIn(plans: string[][]): string[][] {
  return [...scansIn(plans), ...sortsIn(plans)]
}

export function sortsIn(plans: string[][]): string[][] {
  return plans.filter(plan => plan.some(step => step.includes('TEMP B-TREE')))
}

/** Plans that walk an index of the table instead of seeking to its rows. */
export function unsoughtIn(plans: string[][], table: string): string[][] {
  return plans.filter(plan => !plan.some(step => step.startsWith(`SEARCH ${table} USING `)))
}

/** Plans that fetch rows of the table itself. */
export function uncoveredIn(plans: string[][], table: string): string[][] {
  return plans.filter(plan => !plan.some(step => step.includes(` ${table} USING COVERING INDEX`)))
}
