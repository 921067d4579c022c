import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import pino from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import type { OpenedDatabase } from '#server/database/open.ts'
import { engines, openEmptyTestDatabase, openTestDatabase } from '#server/testing/engines.ts'
import { MigrationError, migrate, pendingMigrations } from './migrate.ts'
import type { Migration } from './migration.ts'
import { migrations } from './migrations.ts'
import { printSchema } from './schema-text.ts'

const surroundings = { clock: systemClock, log: pino({ level: 'silent' }) }
const cleanUps: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

test('the names of the migrations give their order', () => {
  const names = migrations.map(migration => migration.name)
  expect(names.length).toBeGreaterThanOrEqual(3)
  expect(names).toEqual(names.toSorted())
  expect(names.map(name => name.slice(0, 4))).toEqual(names.map((_, index) => String(index + 1).padStart(4, '0')))
})

describe.each(engines)('on %s', engine => {
  test('every migration applies to the result of the previous ones', async () => {
    const database = opened(await openEmptyTestDatabase(engine))
    for (const [index, migration] of migrations.entries()) {
      const applied = await migrate(database, {
        ...surroundings,
        migrations: migrations.slice(0, index + 1),
      })
      expect(applied).toEqual([migration.name])
    }
    expect(await pendingMigrations(database)).toEqual([])
    expect(await migrate(database, surroundings)).toEqual([])
  })

  test('instances that start at the same time apply each migration once', async () => {
    const database = opened(await openEmptyTestDatabase(engine))
    const applied = await Promise.all([migrate(database, surroundings), migrate(database, surroundings)])
    expect(applied.flat().toSorted()).toEqual(migrations.map(migration => migration.name))
  })

  test('a migration that fails leaves nothing behind', async () => {
    const database = opened(await openTestDatabase(engine))
    const failing: Migration = {
      name: '9000-failing',
      async up(trx) {
        await trx.schema.createTable('half_made').addColumn('id', 'text').execute()
        throw new Error('no more')
      },
    }
    const all = [...migrations, failing]
    await expect(migrate(database, { ...surroundings, migrations: all })).rejects.toThrow('no more')
    expect(await tableNames(database)).not.toContain('half_made')
    expect(await pendingMigrations(database, all)).toEqual([failing])
  })

  test('a database of a newer program is refused in one plain sentence', async () => {
    const database = opened(await openTestDatabase(engine))
    await database.db
      .insertInto('schema_migration')
      .values({ name: '9999-of-tomorrow', checksum: '', applied_at: '' })
      .execute()
    await expect(migrate(database, surroundings)).rejects.toThrow(MigrationError)
    await expect(migrate(database, surroundings)).rejects.toThrow(
      /^The database has the migration 9999-of-tomorrow, which this program does not know: .+\.$/,
    )
  })

  test('a database with data is backed up once before it is migrated, an empty one is not', async () => {
    const database = opened(await openEmptyTestDatabase(engine))
    const asked: string[] = []
    const backUp = async ({ name }: Migration) => {
      asked.push(name)
      expect(await tableNames(database)).not.toContain('ticket')
    }
    await migrate(database, { ...surroundings, backUp, migrations: migrations.slice(0, 1) })
    expect(asked).toEqual([])
    await migrate(database, { ...surroundings, backUp })
    expect(asked).toEqual(['0002-tickets'])
    await migrate(database, { ...surroundings, backUp })
    expect(asked).toEqual(['0002-tickets'])
  })

  // SQLite has one instance.
  test.runIf(engine === 'postgres')(
    'an instance that starts while another one migrates waits for all of it',
    async () => {
      const database = opened(await openEmptyTestDatabase(engine))
      let hasBegun = () => {}
      let goOn = () => {}
      const begun = new Promise<void>(resolve => {
        hasBegun = resolve
      })
      const gate = new Promise<void>(resolve => {
        goOn = resolve
      })
      const slow: Migration = {
        name: '0002-slow',
        up() {
          hasBegun()
          return gate
        },
      }
      const all = [...migrations.slice(0, 1), slow]
      const first = migrate(database, { ...surroundings, migrations: all })
      await begun
      const second = migrate(database, {
        ...surroundings,
        migrations: all,
        backUp: () => Promise.reject(new Error('backed up between two migrations')),
      })
      const waiting = sql<{ count: number }>`
      select count(*) as count from pg_locks
      where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`
      await Promise.race([
        expect.poll(async () => (await waiting.execute(database.db)).rows[0]?.count).toBe(1),
        second.catch(() => {}),
      ])
      goOn()
      expect(await Promise.all([first, second])).toEqual([all.map(({ name }) => name), []])
    },
  )

  test('without its backup a database is not migrated', async () => {
    const database = opened(await openEmptyTestDatabase(engine))
    await migrate(database, { ...surroundings, migrations: migrations.slice(0, 1) })
    const backUp = () => Promise.reject(new Error('no way back'))
    await expect(migrate(database, { ...surroundings, backUp })).rejects.toThrow('no way back')
    expect(await tableNames(database)).not.toContain('ticket')
  })

  test('the SQL of a migration is kept as a checksum', async () => {
    const database = opened(await openTestDatabase(engine))
    const rows = await database.db.selectFrom('schema_migration').selectAll().orderBy('name').execute()
    expect(rows.map(row => row.name)).toEqual(migrations.map(migration => migration.name))
    expect(new Set(rows.map(row => row.checksum)).size).toBe(migrations.length)
    for (const row of rows) expect(row.checksum).toMatch(/^[0-9a-f]{64}$/)
  })
})

test('both engines end with the same tables and columns', async () => {
  const [sqlite, postgres] = await Promise.all(
    engines.map(async engine => tablesOf(opened(await openTestDatabase(engine)))),
  )
  expect(Object.keys(sqlite ?? {}).length).toBeGreaterThanOrEqual(18)
  expect(postgres).toEqual(sqlite)
})

test('the committed schema.sql is the result of the migrations', async () => {
  const committed = readFileSync('server/database/schema.sql', 'utf8')
  expect(await printSchema()).toBe(committed)
})

function opened(database: OpenedDatabase): OpenedDatabase {
  cleanUps.push(() => database.close())
  return database
}

async function tableNames({ db }: OpenedDatabase): Promise<string[]> {
  return (await db.introspection.getTables()).map(table => table.name)
}

/** Every column with whether it must be filled, by table. The type names are each engine's own. */
async function tablesOf({ db }: OpenedDatabase): Promise<Record<string, string[]>> {
  // A `_rest` table is the part of its table with the rows of no month.
  const tables = (await db.introspection.getTables()).filter(({ name }) => !name.endsWith('_rest'))
  return Object.fromEntries(
    tables.map(({ name, columns }) => [
      name,
      columns.map(column => `${column.name}${column.isNullable ? '?' : ''}`).toSorted(),
    ]),
  )
}

test('the database itself refuses to change or remove a line of the audit log', async () => {
  for (const engine of engines) {
    const { db } = opened(await openTestDatabase(engine))
    await sql`insert into audit_entry values (1, 'a', '', null, '', null, '', '', '', '', '', '', '', '')`.execute(db)
    await expect(db.updateTable('audit_entry').set({ details: 'x' }).execute()).rejects.toThrow('append-only')
    await expect(db.deleteFrom('audit_entry').execute()).rejects.toThrow('append-only')
  }
})
