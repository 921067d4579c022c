import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, openTestDatabase } from '#server/testing/engines.ts'
import type { OpenedDatabase } from './open.ts'
import { prepared } from './prepared.ts'

const findNumber = prepared<{ name: string }>()((db, param) =>
  db.selectFrom('number_sequence').selectAll().where('name', '=', param('name')),
)
const listNumbers = prepared<{ least: number; limit: number; offset: number }>()((db, param) =>
  db
    .selectFrom('number_sequence')
    .select('name')
    .where('last_value', '>=', param('least'))
    .where('name', '!=', 'fixed')
    .orderBy('name')
    .limit(param('limit'))
    .offset(param('offset')),
)
const insertNumber = prepared<{ name: string; value: number }>()((db, param) =>
  db.insertInto('number_sequence').values({ name: param('name'), last_value: param('value') }),
)
const raiseNumber = prepared<{ name: string; by: number }>()((db, param) =>
  db
    .updateTable('number_sequence')
    .set(eb => ({ last_value: eb('last_value', '+', param('by')) }))
    .where('name', '=', param('name'))
    .returning('last_value'),
)

describe.each(engines)('on %s', engine => {
  let database: OpenedDatabase

  beforeAll(async () => {
    database = await openTestDatabase(engine)
  })
  afterAll(() => database.close())

  test('one statement serves every value of its parameters', async () => {
    const { db } = database
    expect(await insertNumber(db, { name: 'a', value: 1 })).toEqual([])
    await insertNumber(db, { name: 'b', value: 2 })
    await insertNumber(db, { name: 'fixed', value: 9 })
    expect(await findNumber(db, { name: 'a' })).toEqual([{ name: 'a', last_value: 1 }])
    expect(await findNumber(db, { name: 'b' })).toEqual([{ name: 'b', last_value: 2 }])
    expect(await findNumber(db, { name: 'c' })).toEqual([])
    expect(await listNumbers(db, { least: 1, limit: 1, offset: 1 })).toEqual([{ name: 'b' }])
    expect(await listNumbers(db, { least: 2, limit: 5, offset: 0 })).toEqual([{ name: 'b' }])
  })

  test("inside a transaction it sees the transaction's writes, and a rollback reverts them", async () => {
    const { db } = database
    await expect(
      db.transaction().execute(async trx => {
        await insertNumber(trx, { name: 'gone', value: 1 })
        expect(await raiseNumber(trx, { name: 'gone', by: 4 })).toEqual([{ last_value: 5 }])
        throw new Error('enough')
      }),
    ).rejects.toThrow('enough')
    expect(await findNumber(db, { name: 'gone' })).toEqual([])
  })

  test('outside it does not see uncommitted writes of others', async () => {
    const { db } = database
    const written = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const transaction = db.transaction().execute(async trx => {
      await insertNumber(trx, { name: 'slow', value: 1 })
      written.resolve()
      await goOn.promise
      throw new Error('rolled back')
    })
    await written.promise
    const read = findNumber(db, { name: 'slow' })
    goOn.resolve()
    await expect(transaction).rejects.toThrow('rolled back')
    expect(await read).toEqual([])
  })

  test('a forgotten parameter is an error, not a null', async () => {
    // As a caller whose type check was silenced.
    await expect(async () => findNumber(database.db, {} as { name: string })).rejects.toThrow(
      'without its parameter "name"',
    )
  })

  test('counts and sums come as exact numbers', async () => {
    const { db } = database
    await insertNumber(db, { name: 'large', value: 2 ** 31 - 1 })
    const { rows } = await sql<{ count: number; sum: number; total: number }>`
      select count(*) as count, sum(last_value) as sum, cast(${9_000_000_000_000} as bigint) + 1 as total
      from number_sequence where name = 'large'`.execute(db)
    expect(rows).toEqual([{ count: 1, sum: 2 ** 31 - 1, total: 9_000_000_000_001 }])
    await expect(sql`select cast(9007199254740993 as bigint) as unsafe`.execute(db)).rejects.toThrow(/safe|too large/)
  })
})

test('PostgreSQL keeps the plan of a prepared query under one name per connection', async () => {
  const database = await openTestDatabase('postgres')
  await database.db.transaction().execute(async trx => {
    for (const name of ['a', 'b', 'c']) await findNumber(trx, { name })
    const { rows } = await sql<{ count: number }>`select count(*) as count from pg_prepared_statements
      where statement like '%number_sequence%'`.execute(trx)
    expect(rows).toEqual([{ count: 1 }])
  })
  await database.close()
})
