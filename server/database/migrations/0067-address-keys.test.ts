import { sql } from 'kysely'
import pino from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { engines, openEmptyTestDatabase } from '#server/testing/engines.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations.ts'

const surroundings = { clock: systemClock, log: pino({ level: 'silent' }) }
const cleanUps: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

describe.each(engines)('the migration of address keys on %s', engine => {
  test('distinguishes ß from ss, and keeps correct keys', async () => {
    const database = await openEmptyTestDatabase(engine)
    cleanUps.push(() => database.close())
    const { db } = database
    const before = migrations.slice(0, 66)
    await migrate(database, { ...surroundings, migrations: before })
    for (const [id, email, key] of [
      ['a', 'Info@Weiß.de', 'info@weiss.de'],
      ['b', 'info@weiss.de', 'info@weiss.de'],
      ['c', '', ''],
    ]) {
      await sql`insert into user_account (id, username, username_key, email, email_key, first_name, last_name, role,
        is_active, created_at, updated_at) values (${id}, ${id}, ${id}, ${email}, ${key}, '', '', 'admin', 1,
        '2026-01-01', '2026-01-01')`.execute(db)
    }

    await migrate(database, surroundings)

    expect(await db.selectFrom('user_account').select('email_key').orderBy('id').execute()).toEqual([
      { email_key: 'info@xn--wei-7ka.de' },
      { email_key: 'info@weiss.de' },
      { email_key: '' },
    ])
  })
})
