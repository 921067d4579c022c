import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, openTestDatabase } from '#server/testing/engines.ts'
import type { OpenedDatabase } from './open.ts'
import { matchingIds, removeSearchTerms, saveSearchTerms } from './search-terms.ts'

const rows = {
  groessl: ['Größl Elektrotechnik GmbH', 'T-2026-0001', 'Wallbox, Speicher'],
  mueller: ['Müller-Lüdenscheidt', 'T-2026-0010', 'max@example.de'],
  schmidt: ['Schmidt', 'T-2025-0001', '192.168.178.1'],
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
    ['echnik', []],
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

  test('a text of thousands of words is stored whole', async () => {
    const words = Array.from({ length: 3_000 }, (_, index) => `wort${index}`)
    await database.db.transaction().execute(trx => saveSearchTerms(trx, 'ticket', 'long', [words.join(' ')]))
    expect(await find('wort0 wort1500 wort2999')).toEqual(['long'])
    await database.db.transaction().execute(trx => saveSearchTerms(trx, 'ticket', 'long', []))
    expect(await find('wort0')).toEqual([])
  })
})

test('a search reads ranges of the index on SQLite', async () => {
  const { db, close } = await openTestDatabase('sqlite')
  const plan = await sql<{
    detail: string
  }>`explain query plan select id from ticket where id in ${matchingIds('ticket', 'wall größl')}`.execute(db)
  const text = plan.rows.map(row => row.detail).join('\n')
  expect(text).toContain('SEARCH search_term USING')
  expect(text).toContain('(kind=? AND term>? AND term<?)')
  expect(text).not.toContain('SCAN search_term')
  await close()
})
