import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EditableFaqEntry } from '#contract/faq.ts'
import { faqEntriesMax } from '#contract/limits.ts'
import { minuteMs } from '#server/clock.ts'
import { newId } from '#server/database/ids.ts'
import { engines } from '#server/testing/engines.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

const url = '/api/backend/admin/faq/'
const order = '/api/backend/admin/faq-order/'
const open = '/api/backend/faq/'

describe.each(engines)('writing questions on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  beforeEach(async () => {
    portal = await openTestApp(engine)
    admin = await portal.client('admin')
  })
  afterEach(() => portal.close())

  const add = async (question: string, more: object = {}): Promise<EditableFaqEntry> => {
    const answer = await admin.post(url, { question, answer: `Antwort auf ${question}`, published: true, ...more })
    expect([answer.statusCode, answer.body]).toEqual([201, answer.body])
    return answer.json()
  }
  const questionsOf = async (path: string, client: Pick<LoggedInClient, 'get'> = admin): Promise<string[]> => {
    const { results } = (await client.get(path)).json<{ results: EditableFaqEntry[] }>()
    return results.map(({ question }) => question)
  }
  const positions = async () => (await admin.get(url)).json().results.map((row: EditableFaqEntry) => row.position)
  const actions = async () =>
    (await portal.runtime.db.selectFrom('audit_entry').select(['action', 'details']).orderBy('seq').execute()).map(
      row => `${row.action} ${row.details}`.trim(),
    )

  it('adds them at the end or at a place, and visitors see published ones at once', async () => {
    await add('Eins')
    await add('Zwei')
    const draft = await add('Entwurf', { published: false, position: 1 })
    expect(draft).toMatchObject({ position: 1, published: false, category: '', revision: 1 })
    expect(await questionsOf(url)).toEqual(['Entwurf', 'Eins', 'Zwei'])
    expect(await positions()).toEqual([1, 2, 3])
    expect(await questionsOf(open, portal.visitor())).toEqual(['Eins', 'Zwei'])
    expect((await portal.visitor().get(`${open}${draft.id}/`)).statusCode).toBe(404)
    expect((await admin.patch(`${url}${draft.id}/`, { published: true })).statusCode).toBe(200)
    expect(await questionsOf(open, portal.visitor())).toEqual(['Entwurf', 'Eins', 'Zwei'])
    expect((await admin.post(url, { question: 'Ohne Angabe', answer: 'x' })).json().published).toBe(false)
  })

  it('finds them by their new words and no longer by the old ones, for visitors, too', async () => {
    const { id } = await add('Was kostet die Anfahrt?', { answer: 'Nach **Kilometern**.' })
    await admin.patch(`${url}${id}/`, { answer: 'Sie ist im Größler Umkreis frei.' })
    for (const path of [url, open]) {
      expect(await questionsOf(`${path}?search=groessler`)).toEqual(['Was kostet die Anfahrt?'])
      expect(await questionsOf(`${path}?search=kilometern`)).toEqual([])
    }
    expect((await admin.delete(`${url}${id}/`)).statusCode).toBe(204)
    expect(await portal.runtime.db.selectFrom('search_term').selectAll().where('kind', '=', 'faq').execute()).toEqual(
      [],
    )
  })

  it('filters them by whether they are published and by topic', async () => {
    await add('Offen', { category: 'Abrechnung' })
    await add('Entwurf', { category: 'Abrechnung', published: false })
    await add('Anderes', { category: 'Daten' })
    expect(await questionsOf(`${url}?published=false`)).toEqual(['Entwurf'])
    expect(await questionsOf(`${url}?published=true`)).toEqual(['Offen', 'Anderes'])
    expect(await questionsOf(`${url}?category=Abrechnung`)).toEqual(['Offen', 'Entwurf'])
    expect((await admin.get(`${url}?category=Abrechnung&page_size=1`)).json().count).toBe(2)
  })

  it('moves one to a place, and puts all in an order', async () => {
    const [a, b, c] = [await add('a'), await add('b'), await add('c')]
    const moved = await admin.patch(`${url}${c.id}/`, { position: 1 }, { headers: { 'if-match': '"1"' } })
    expect(moved.json()).toMatchObject({ position: 1, revision: 1 })
    expect(await questionsOf(url)).toEqual(['c', 'a', 'b'])
    expect((await admin.put(order, { ids: [b.id, c.id, a.id] })).statusCode).toBe(204)
    expect(await questionsOf(open)).toEqual(['b', 'c', 'a'])
    expect(await positions()).toEqual([1, 2, 3])
    await admin.delete(`${url}${c.id}/`)
    expect(await positions()).toEqual([1, 2])
    expect(await actions()).toEqual([
      ...Array.from({ length: 3 }, () => 'faq.created'),
      'faq.updated position',
      'faq.reordered',
      'faq.deleted c',
    ])
  })

  it('keeps places without gaps under concurrent writes', async () => {
    const start = await add('start')
    await Promise.all([
      ...['a', 'b', 'c', 'd'].map(question => add(question, { position: 1 })),
      admin.patch(`${url}${start.id}/`, { position: 3 }),
    ])
    expect(await positions()).toEqual([1, 2, 3, 4, 5])
  })

  it('refuses an order of other questions than the existing ones', async () => {
    const [a, b] = [await add('a'), await add('b')]
    for (const ids of [[a.id], [a.id, newId()], [a.id, b.id, newId()]]) {
      const answer = await admin.put(order, { ids })
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'faq.set_changed'])
    }
    expect((await admin.put(order, { ids: [a.id, a.id] })).statusCode).toBe(422)
    expect(await questionsOf(url)).toEqual(['a', 'b'])
  })

  it('overwrites no concurrent changes, and requires a full replacement', async () => {
    const { id } = await add('Frage')
    const stale = { headers: { 'if-match': '"1"' } }
    expect((await admin.patch(`${url}${id}/`, { question: 'Neue Frage' }, stale)).json().revision).toBe(2)
    expect((await admin.patch(`${url}${id}/`, { question: 'Zu spät' }, stale)).statusCode).toBe(412)
    expect((await admin.delete(`${url}${id}/`, stale)).statusCode).toBe(412)
    const partial = await admin.put(`${url}${id}/`, { question: 'Nur das' })
    expect(partial.json().errors.map(({ field }: { field: string }) => field)).toEqual([
      'answer',
      'category',
      'published',
      'position',
    ])
    const whole = { question: 'Ganz', answer: 'Neu', category: 'Daten', published: false, position: 1 }
    expect((await admin.put(`${url}${id}/`, whole)).json()).toMatchObject({ ...whole, revision: 3 })
  })

  it.each([
    [{ question: '', answer: 'x' }, 'question', 'required'],
    [{ question: 'x', answer: ' ' }, 'answer', 'required'],
    [{ question: 'x'.repeat(201), answer: 'x' }, 'question', 'too_long'],
    [{ question: 'x', answer: 'x', category: 'x'.repeat(61) }, 'category', 'too_long'],
    [{ question: 'x', answer: 'x', position: 0 }, 'position', 'number.invalid'],
    [{ question: 'x', answer: 'x', revision: 3 }, 'revision', 'unknown_field'],
  ])('refuses %j', async (body, field, code) => {
    const answer = await admin.post(url, body)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toEqual([expect.objectContaining({ field, code })])
  })

  it('has a maximum number', async () => {
    const at = '2026-03-10T09:00:00.000Z'
    await portal.runtime.db
      .insertInto('faq')
      .values(
        Array.from({ length: faqEntriesMax }, (_, index) => ({
          id: newId(new Date(Date.parse(at) + index * minuteMs)),
          question: `Frage ${index}`,
          answer: 'x',
          category: '',
          position: index + 1,
          is_published: 1 as const,
          created_at: at,
          updated_at: at,
        })),
      )
      .execute()
    const answer = await admin.post(url, { question: 'Noch eine', answer: 'x' })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'faq.too_many'])
  })
})
