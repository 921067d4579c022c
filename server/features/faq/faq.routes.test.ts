import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { instantText } from '#server/clock.ts'
import { newId } from '#server/database/ids.ts'
import { saveSearchTerms } from '#server/database/search-terms.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { engines } from '#server/testing/engines.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'

const url = '/api/backend/faq/'

describe.each(engines)('the FAQ on %s', engine => {
  let portal: TestApp
  const ids: Record<string, string> = {}
  beforeAll(async () => {
    portal = await openTestApp(engine)
    await add(3, 'Was kostet eine Beratung?', 'Abgerechnet wird nach Stunden.')
    await add(1, 'Welche Wallbox passt zu mir?', 'Das hängt vom Zählerschrank ab.')
    await add(2, 'Wie lese ich den Zähler ab?', 'Über Modbus. Eine Wallbox misst selbst.')
    await add(4, 'Noch geheim: Wallbox', 'Entwurf', 0)
  })
  afterAll(() => portal.close())

  async function add(position: number, question: string, answer: string, isPublished: 0 | 1 = 1) {
    const id = newId()
    const now = instantText(portal.runtime.clock.now())
    const times = { created_at: now, updated_at: now }
    await inTransaction(portal.runtime, async trx => {
      const row = { id, question, answer, category: 'Allgemein', position, is_published: isPublished, ...times }
      await trx.insertInto('faq').values(row).execute()
      await saveSearchTerms(trx, 'faq', id, [question, answer])
    })
    ids[question] = id
  }
  const questions = async (query = '') =>
    (await portal.visitor().get(`${url}${query}`)).json().results.map((row: { question: string }) => row.question)

  it('shows published questions in their order', async () => {
    expect(await questions()).toEqual([
      'Welche Wallbox passt zu mir?',
      'Wie lese ich den Zähler ab?',
      'Was kostet eine Beratung?',
    ])
    expect((await portal.visitor().get(`${url}?page_size=1&page=3`)).json()).toMatchObject({
      count: 3,
      results: [{ question: 'Was kostet eine Beratung?' }],
    })
  })

  it('finds the beginnings of words, in the question before in the answer', async () => {
    expect(await questions('?search=wallb')).toEqual(['Welche Wallbox passt zu mir?', 'Wie lese ich den Zähler ab?'])
    expect(await questions(`?search=${encodeURIComponent('zaehler')}`)).toEqual([
      'Wie lese ich den Zähler ab?',
      'Welche Wallbox passt zu mir?',
    ])
  })

  it('finds the best match for a whole sentence, as suggestions need it', async () => {
    const sentence = encodeURIComponent('Guten Tag, was kosten bei Ihnen Beratungen und Stunden')
    expect((await questions(`?search=${sentence}`))[0]).toBe('Was kostet eine Beratung?')
    expect(await questions('?search=xylophon')).toEqual([])
    expect(await questions('?search=%3F%21')).toEqual([])
  })

  it('hides unpublished questions', async () => {
    expect((await portal.visitor().get(`${url}${ids['Welche Wallbox passt zu mir?']}/`)).statusCode).toBe(200)
    expect((await portal.visitor().get(`${url}${ids['Noch geheim: Wallbox']}/`)).statusCode).toBe(404)
    expect((await portal.visitor().get(`${url}${newId()}/`)).statusCode).toBe(404)
  })
})
