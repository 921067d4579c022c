import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openTestDatabase } from '#server/testing/engines.ts'
import { keptRecords } from './customer.queries.ts'

type Reference = { child: string; parent: string; keeps: 0 | 1; always: 0 | 1 }

it('a customer is kept by a row of any table that keeps customers', async () => {
  const { db, close } = await openTestDatabase('sqlite')
  const { rows } = await sql<Reference>`
    select m.name as child, f."table" as parent, f.on_delete = 'NO ACTION' as keeps, c."notnull" as always
    from sqlite_schema as m, pragma_foreign_key_list(m.name) as f, pragma_table_info(m.name) as c
    where m.type = 'table' and c.name = f."from"`.execute(db)
  const keeping = new Set(rows.filter(({ parent, keeps }) => parent === 'customer' && keeps).map(({ child }) => child))
  // Rows that are always part of another row of the customer are never alone.
  const parts = new Set(rows.filter(({ parent, always }) => always && keeping.has(parent)).map(({ child }) => child))
  const alone = [...keeping].filter(table => !parts.has(table))
  const asked: readonly string[] = ['ticket', ...keptRecords]
  expect(alone.length).toBeGreaterThan(5)
  expect(alone.filter(table => !asked.includes(table))).toEqual([])
  await close()
})
