import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { engines, openEmptyTestDatabase, openTestDatabase } from '#server/testing/engines.ts'
import { searchParts } from './migrations/0030-search-parts.ts'
import { phonePieces } from './migrations/0069-phone-pieces.ts'
import { migrate } from './migrations/migrate.ts'
import { migrations } from './migrations/migrations.ts'
import type { OpenedDatabase } from './open.ts'
import { matchingIds, phoneTerm, removeSearchTerms, saveSearchTerms, termsOf } from './search-terms.ts'

const surroundings = { clock: systemClock, log: pino({ level: 'silent' }) }
const rows = {
  groessl: ['Größl Elektrotechnik GmbH', 'T-2026-0001', 'Wallbox, Speicher'],
  mueller: ['Müller-Lüdenscheidt', 'T-2026-0010', 'max@example.de'],
  schmidt: ['Schmidt', 'T-2025-0001', '192.168.178.1'],
  waerme: ['Luftwärmepumpen im Keller', '0170 1234567'],
  oel: ['Ölheizung', '+49 (0) 351 / 77-889'],
}

describe.each(engines)('on %s', engine => {
  let database: OpenedDatabase

  beforeAll(async () => {
    database = await openTestDatabase(engine)
    await database.db.transaction().execute(async trx => {
      for (const [id, texts] of Object.entries(rows)) await saveSearchTerms(trx, 'ticket', id, texts)
      await saveSearchTerms(trx, 'customer', 'other', ['Größl'])
    })
  })
  afterAll(() => database.close())

  const find = async (search: string) => {
    const found = await sql<{ id: string }>`select id from
      (select distinct subject_id as id from search_term where kind = 'ticket') as subject
      where id in ${matchingIds('ticket', search)} order by id`.execute(database.db)
    return found.rows.map(row => row.id)
  }

  test.each([
    ['Größl', ['groessl']],
    ['grössl', ['groessl']],
    ['GRÖSSL', ['groessl']],
    ['Groessl', ['groessl']],
    ['Grossl', ['groessl']],
    ['grö', ['groessl']],
    ['elektro größl', ['groessl']],
    ['größl schmidt', []],
    ['Müller-Lüdenscheidt', ['mueller']],
    ['lüdenscheidt müller', ['mueller']],
    ['ludensch', ['mueller']],
    ['T-2026-0001', ['groessl']],
    ['t-2026-0', ['groessl', 'mueller']],
    ['2026', ['groessl', 'mueller']],
    ['0001', ['groessl', 'schmidt']],
    ['max@example', ['mueller']],
    ['192.168.178', ['schmidt']],
    ['technik', ['groessl']],
    ['pumpe', ['waerme']],
    ['Wärmepumpe', ['waerme']],
    ['WARMEPUMPE', ['waerme']],
    ['waermepump keller', ['waerme']],
    ['heizung', ['oel']],
    ['sheizung', []],
    ['lektro', []],
    ['zung', ['oel']],
    ['ng', []],
    ['0170 1234567', ['waerme']],
    ['+49 170-1234567', ['waerme']],
    ['0170/1234567', ['waerme']],
    ['0049 (0)170 12 34 567', ['waerme']],
    ['(0170) 1234', ['waerme']],
    ['0170 1234568', []],
    ['0351 77889', ['oel']],
    ['+49351', ['oel']],
    ['+49 351 77', ['oel']],
    ['%', []],
    ['_', []],
    ["'; drop table ticket --", []],
    ['---', []],
  ])('"%s" finds %j', async (search, ids) => {
    expect(await find(search)).toEqual(ids)
  })

  test('a changed row is found by its new words and no longer by its old ones', async () => {
    await database.db.transaction().execute(async trx => {
      await saveSearchTerms(trx, 'ticket', 'changing', ['alter Name'])
      await saveSearchTerms(trx, 'ticket', 'changing', ['neuer Name'])
    })
    expect(await find('neuer name')).toEqual(['changing'])
    expect(await find('alter')).toEqual([])
    await database.db.transaction().execute(trx => removeSearchTerms(trx, 'ticket', 'changing'))
    expect(await find('neuer')).toEqual([])
  })

  test('the ends of a word stay while a term of the row has the same end, for any deleting code', async () => {
    const { db } = database
    const partsOf = async (id: string) => {
      const rows = await db
        .selectFrom('search_part')
        .select('part')
        .where('subject_id', '=', id)
        .orderBy('part')
        .execute()
      return rows.map(row => row.part)
    }
    await db
      .transaction()
      .execute(trx =>
        saveSearchTerms(trx, 'ticket', 'compound', ['Gasheizung', 'Ölheizung', 'Heizung', 'R-2026-pumpe']),
      )
    const both = await partsOf('compound')
    expect(both.filter(part => part === 'heizung')).toHaveLength(1)
    expect(both).toContain('zung')
    expect(both.filter(part => part.length < 3 || /\d/.test(part))).toEqual([])

    await db.deleteFrom('search_term').where('subject_id', '=', 'compound').where('term', '=', 'gasheizung').execute()
    expect(await partsOf('compound')).toContain('heizung')
    await db.deleteFrom('search_term').where('subject_id', '=', 'compound').where('term', 'like', 'o%heizung').execute()
    expect(await partsOf('compound')).not.toContain('heizung')
    expect(await partsOf('compound')).toContain('zung')
    await db.deleteFrom('search_term').where('subject_id', '=', 'compound').execute()
    expect(await partsOf('compound')).toEqual([])
  })

  test('rows from before parts and dialled numbers are found after the migration', async () => {
    const old = await openEmptyTestDatabase(engine)
    const before = migrations.slice(0, migrations.indexOf(searchParts))
    await migrate(old, { ...surroundings, migrations: before })
    await sql`insert into message (id, email, name, phone, text, state, created_at, updated_at)
      values ('m', 'a@example.org', 'Anna', '+49 (0)170/1234567', '', 'new', '2026-01-01', '2026-01-01')`.execute(
      old.db,
    )
    await sql`insert into search_term (kind, term, subject_id)
      values ('message', 'waermepumpe', 'm'), ('message', 'warmepumpe', 'm')`.execute(old.db)
    await migrate(old, { ...surroundings, migrations: [...before, searchParts] })
    for (const search of ['pumpe', 'ärmepumpe', '0170 1234567']) {
      const found = await sql<{
        id: string
      }>`select id from message where id in ${matchingIds('message', search)}`.execute(old.db)
      expect(found.rows).toEqual(search === 'ärmepumpe' ? [] : [{ id: 'm' }])
    }
    await old.close()
  })

  test('short pieces of telephone numbers find nothing any more after the migration, other words do', async () => {
    const old = await openEmptyTestDatabase(engine)
    const before = migrations.slice(0, migrations.indexOf(phonePieces))
    await migrate(old, { ...surroundings, migrations: before })
    await sql`insert into message (id, email, name, phone, text, state, created_at, updated_at)
      values ('m', 'a@example.org', 'Anna', '0170 98765-43', 'Raum 43', 'new', '2026-01-01', '2026-01-01')`.execute(
      old.db,
    )
    const texts = ['a@example.org', 'Anna', '0170 98765-43', 'Raum 43']
    await old.db.transaction().execute(trx => saveSearchTerms(trx, 'message', 'm', texts))
    await migrate(old, { ...surroundings, migrations: [...before, phonePieces] })
    const { rows: kept } = await sql<{ term: string }>`select term from search_term where term < 'a'`.execute(old.db)
    expect(kept.map(({ term }) => term).toSorted()).toEqual(['01709876543', '43', '98765', '9876543'])
    expect(kept.map(({ term }) => term).toSorted()).toEqual(
      [...termsOf([...texts.filter(text => text !== '0170 98765-43'), { phone: '0170 98765-43' }])]
        .filter(term => term < 'a')
        .toSorted(),
    )
    await old.close()
  })

  test('a text of thousands of words is stored completely', async () => {
    const words = Array.from({ length: 3_000 }, (_, index) => `wort${index}`)
    await database.db.transaction().execute(trx => saveSearchTerms(trx, 'ticket', 'long', [words.join(' ')]))
    expect(await find('wort0 wort1500 wort2999')).toEqual(['long'])
    await database.db.transaction().execute(trx => saveSearchTerms(trx, 'ticket', 'long', []))
    expect(await find('wort0')).toEqual([])
  })
})

test.each([
  ['0170 1234567', '01701234567'],
  ['+49 170-1234567', '01701234567'],
  ['+49 (0)170 1234567', '01701234567'],
  ['0049170/1234567', '01701234567'],
  ['(0170) 1234567', '01701234567'],
  ['+43 664 123456', '0043664123456'],
  ['01067', undefined],
  ['0001 2026', undefined],
  ['T-2026-0001', undefined],
  ['1701234567', undefined],
])('the telephone number “%s” is dialled as %s', (text, dialled) => {
  expect(phoneTerm(text)).toBe(dialled)
})

test('a search reads ranges of the index on SQLite', async () => {
  const { db, close } = await openTestDatabase('sqlite')
  const plan = await sql<{
    detail: string
  }>`explain query plan select id from ticket where id in ${matchingIds('ticket', 'wall größl')}`.execute(db)
  const text = plan.rows.map(row => row.detail).join('\n')
  expect(text).toContain('SEARCH search_term USING')
  expect(text).toContain('(kind=? AND term>? AND term<?)')
  expect(text).toContain('(kind=? AND part>? AND part<?)')
  expect(text).not.toMatch(/SCAN search_/)
  await close()
})
