import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayMs } from '#server/clock.ts'
import { readContents } from '#server/database/copies/database-contents.ts'
import { energyMonths } from '#server/database/migrations/0061-energy-months.ts'
import { addMonth, listMonths, listMonthsOfRest, type Month } from '#server/database/postgres/month-partitions.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { buildChannel } from '#server/testing/build-energy.ts'
import { openTestDatabase, type TestDatabase } from '#server/testing/engines.ts'
import { type TestRuntime, testRuntime } from '#server/testing/test-runtime.ts'
import { addMonths, removeOldReadings } from './reading-retention.commands.ts'

describe('readings by month on postgres', () => {
  let database: TestDatabase
  let runtime: TestRuntime
  let number: number
  beforeAll(async () => {
    database = await openTestDatabase('postgres')
    runtime = testRuntime(database)
    number = (await buildChannel(runtime)).number
  })
  afterAll(() => database.close())

  const put = async (...texts: string[]) => {
    const rows = texts.map(text => ({ channel_number: number, at_ms: Date.parse(text) }))
    await database.db
      .insertInto('energy_reading')
      .values(rows.map(row => ({ ...row, value_millionths: 1 })))
      .execute()
    await database.db
      .insertInto('energy_minute')
      .values(rows.map(row => ({ ...row, mean_thousandths: 1, covered_ms: 1 })))
      .execute()
  }
  const kept = async (table: 'energy_reading' | 'energy_minute') => {
    const rows = await database.db.selectFrom(table).select('at_ms').orderBy('at_ms').execute()
    return rows.map(({ at_ms }) => new Date(at_ms).toISOString().slice(0, 10))
  }
  const months = (table: 'energy_reading' | 'energy_minute'): Promise<Month[]> => listMonths(database.db, table)

  it('are accepted before any month exists, and moved into theirs', async () => {
    await put('2026-02-28T23:59:59.999Z', '2026-03-01T00:00:00Z')
    expect(await months('energy_reading')).toEqual([])
    await addMonths(runtime)
    expect(await months('energy_reading')).toEqual(['2026_02', '2026_03', '2026_04', '2026_05'])
    expect(await listMonthsOfRest(database.db, 'energy_reading')).toEqual([])
    expect(await kept('energy_reading')).toEqual(['2026-02-28', '2026-03-01'])
    await put('2026-04-01T00:00:00Z', '2026-05-31T23:59:59.999Z', '2026-06-01T00:00:00Z')
    expect(await listMonthsOfRest(database.db, 'energy_reading')).toEqual(['2026_06'])
  })

  it('stay one row for each instant in any part', async () => {
    const at_ms = Date.parse('2026-03-01T00:00:00Z')
    const again = database.db
      .insertInto('energy_reading')
      .values({ channel_number: number, at_ms, value_millionths: 2 })
    await expect(again.execute()).rejects.toThrow(/unique/)
    await again.onConflict(conflict => conflict.columns(['channel_number', 'at_ms']).doNothing()).execute()
  })

  it('are deleted by the month once all of it has expired, minutes much later', async () => {
    runtime.pass(Date.parse('2026-05-07T00:00:00Z') - runtime.clock.now().getTime())
    await removeOldReadings(runtime)
    await addMonths(runtime)
    // March ends 36 days before the seventh of May.
    expect(await months('energy_reading')).toEqual(['2026_04', '2026_05', '2026_06', '2026_07'])
    expect(await kept('energy_reading')).toEqual(['2026-04-01', '2026-05-31', '2026-06-01'])
    expect(await kept('energy_minute')).toHaveLength(5)
    expect(await listMonthsOfRest(database.db, 'energy_reading')).toEqual([])
    runtime.pass(420 * dayMs)
    await removeOldReadings(runtime)
    expect(await kept('energy_reading')).toEqual([])
    expect((await kept('energy_minute')).every(date => date >= '2026-05')).toBe(true)
  })

  it('are found and accepted while a new month takes over those that came before it', async () => {
    await put('2029-01-02T00:00:00Z')
    const since = Date.parse('2029-01-01T00:00:00Z')
    const seen = () => database.db.selectFrom('energy_reading').select('at_ms').where('at_ms', '>=', since).execute()
    const waiting = async () => {
      const { rows } = await sql`select 1 from pg_locks where not granted and database =
        (select oid from pg_database where datname = current_database())`.execute(database.db)
      return rows.length
    }
    const added = Promise.withResolvers<void>()
    const commit = Promise.withResolvers<void>()
    const adding = inTransaction(runtime, async trx => {
      await addMonth(trx, 'energy_reading', '2029_01')
      added.resolve()
      await commit.promise
    })
    await added.promise
    const meanwhile = Promise.all([seen(), put('2029-01-03T00:00:00Z')])
    await expect.poll(waiting, { timeout: 10_000 }).toBe(2)
    commit.resolve()
    await adding
    const [read] = await meanwhile
    expect(read).toContainEqual({ at_ms: Date.parse('2029-01-02T00:00:00Z') })
    expect(await seen()).toHaveLength(2)
    expect((await listMonthsOfRest(database.db, 'energy_reading')).filter(month => month >= '2029')).toEqual([])
  })

  it('from before the parts still exist after the migration', async () => {
    const { db } = database
    await inTransaction(runtime, async trx => {
      for (const [name, columns] of [
        ['energy_reading', 'value_millionths bigint not null'],
        [
          'energy_minute',
          'mean_thousandths bigint, covered_ms integer not null check (covered_ms between 0 and 60000)',
        ],
      ] as const) {
        const [table, primary] = [sql.table(name), sql.ref(`${name}_primary`)]
        await sql`drop table ${table}`.execute(trx)
        await sql`create table ${table} (channel_number integer not null references energy_channel (number) on delete cascade,
          at_ms bigint not null, ${sql.raw(columns)}, constraint ${primary} primary key (channel_number, at_ms))`.execute(
          trx,
        )
      }
    })
    await put('2027-06-02T00:00:00Z', '2027-06-30T12:00:00Z')
    const before = await db.selectFrom('energy_reading').selectAll().orderBy('at_ms').execute()
    await inTransaction(runtime, trx => energyMonths.up(trx, 'postgres'))
    await addMonths(runtime)
    expect(await db.selectFrom('energy_reading').selectAll().orderBy('at_ms').execute()).toEqual(before)
    expect(await kept('energy_minute')).toEqual(['2027-06-02', '2027-06-30'])
    expect(await months('energy_minute')).toContain('2027_06')
  })

  it('are counted once in the contents of the database', async () => {
    const { rows } = await readContents(database.db, 'postgres')
    expect(Object.keys(rows).filter(name => name.startsWith('energy_minute'))).toEqual(['energy_minute'])
  })

  it('are deleted with their channel', async () => {
    await database.db.deleteFrom('energy_channel').where('number', '=', number).execute()
    expect(await kept('energy_minute')).toEqual([])
  })
})
