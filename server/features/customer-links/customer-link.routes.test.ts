import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { customerLinksMax } from '#contract/limits.ts'
import { instantText, minuteMs, plusMs } from '#server/clock.ts'
import { checkRowCounts } from '#server/database/row-counts.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildCustomer, buildCustomerLink } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

const links = '/api/backend/customer-links/'
const order = '/api/backend/customer-link-order/'
const url = (id: string) => `${links}${id}/`

type Link = { id: string; label: string; position: number; revision: number }

describe.each(engines)('customer links on %s', engine => {
  let portal: TestApp
  let kim: LoggedInClient
  beforeAll(async () => {
    portal = await openTestApp(engine)
  })
  beforeEach(async () => {
    kim = await portal.client('customer')
  })
  afterAll(async () => {
    expect(await checkRowCounts(portal.runtime.db)).toEqual([])
    await portal.close()
  })

  const add = async (label: string, more: object = {}): Promise<Link> => {
    const answer = await kim.post(links, { label, url: `https://${label}.example`, ...more })
    expect([answer.statusCode, answer.body]).toEqual([201, answer.body])
    return answer.json()
  }
  const shown = async (client = kim): Promise<string[]> => {
    const { results } = (await client.get(links)).json<{ results: Link[] }>()
    expect(results.map(link => link.position)).toEqual(results.map((_, index) => index + 1))
    return results.map(link => link.label)
  }
  const codeOf = (answer: { statusCode: number; json(): { code: string } }) => [answer.statusCode, answer.json().code]

  it('are added at the end, or at a given place', async () => {
    const first = await add('a')
    expect(first).toMatchObject({ label: 'a', url: 'https://a.example', position: 1, revision: 1 })
    await add('b')
    expect(await add('c', { position: 1 })).toMatchObject({ position: 1 })
    expect(await add('d', { position: 40 })).toMatchObject({ position: 4 })
    expect(await shown()).toEqual(['c', 'a', 'b', 'd'])
    expect((await kim.get(url(first.id))).headers.etag).toBe('"1"')
  })

  it.each([
    [{ label: 'x', url: 'javascript:alert(1)' }, 'url', 'url.invalid'],
    [{ label: 'x', url: 'https://kim:geheim@example.org' }, 'url', 'url.user'],
    [{ label: ' ', url: 'https://example.org' }, 'label', 'required'],
    [{ label: 'x' }, 'url', 'required'],
    [{ label: 'x', url: 'https://example.org', position: 0 }, 'position', 'number.invalid'],
    [{ label: 'x', url: 'https://example.org', id: 'x' }, 'id', 'unknown_field'],
  ])('are refused as %j', async (body, field, code) => {
    const answer = await kim.post(links, body)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toEqual([expect.objectContaining({ field, code })])
  })

  it('are changed in parts, or replaced only with the full body', async () => {
    const link = await add('a')
    await add('b')
    expect((await kim.patch(url(link.id), { label: 'Zähler' })).json()).toMatchObject({ label: 'Zähler', revision: 2 })
    const half = await kim.put(url(link.id), { label: 'neu', url: 'https://neu.example' })
    expect(half.json().errors).toEqual([expect.objectContaining({ field: 'position', code: 'required' })])
    const full = { label: 'neu', url: 'https://neu.example', position: 2 }
    expect((await kim.put(url(link.id), full)).json()).toMatchObject({ ...full, revision: 3 })
    expect(await shown()).toEqual(['b', 'neu'])
  })

  it('are not overwritten or deleted by somebody who saw an older state', async () => {
    const link = await add('a')
    await kim.patch(url(link.id), { label: 'b' })
    const old = { headers: { 'if-match': '"1"' } }
    expect(codeOf(await kim.patch(url(link.id), { label: 'c' }, old))).toEqual([412, 'stale'])
    expect(codeOf(await kim.delete(url(link.id), old))).toEqual([412, 'stale'])
    expect(await shown()).toEqual(['b'])
  })

  it('can be edited although the order changed meanwhile', async () => {
    const [a, b] = [await add('a'), await add('b')]
    await kim.put(order, { ids: [b.id, a.id] })
    const answer = await kim.patch(url(a.id), { label: 'A' }, { headers: { 'if-match': '"1"' } })
    expect(answer.json()).toMatchObject({ label: 'A', position: 2 })
  })

  it('move by their position, and the others make room', async () => {
    const [a] = [await add('a'), await add('b'), await add('c')]
    expect((await kim.patch(url(a.id), { position: 3 })).json()).toMatchObject({ position: 3, revision: 1 })
    expect(await shown()).toEqual(['b', 'c', 'a'])
  })

  it('close the gap when one is deleted, and it can come back to its place', async () => {
    const [, b] = [await add('a'), await add('b'), await add('c')]
    expect((await kim.delete(url(b.id))).statusCode).toBe(204)
    expect(await shown()).toEqual(['a', 'c'])
    await add('b', { position: 2 })
    expect(await shown()).toEqual(['a', 'b', 'c'])
  })

  it('are put in order in one call, unless one was added or deleted meanwhile', async () => {
    const [a, b, c] = [await add('a'), await add('b'), await add('c')]
    const answer = await kim.put(order, { ids: [c.id, a.id, b.id] })
    expect(answer.json()).toMatchObject({ count: 3, results: [{ label: 'c', position: 1 }, {}, {}] })
    expect(await shown()).toEqual(['c', 'a', 'b'])

    expect(codeOf(await kim.put(order, { ids: [a.id, b.id] }))).toEqual([409, 'customer_link.set_changed'])
    await kim.delete(url(b.id))
    expect(codeOf(await kim.put(order, { ids: [a.id, b.id, c.id] }))).toEqual([409, 'customer_link.set_changed'])
    expect((await kim.put(order, { ids: [a.id, a.id] })).statusCode).toBe(422)
    expect(await shown()).toEqual(['c', 'a'])
  })

  it('have neither gaps nor duplicates under concurrent writes', async () => {
    const start = await Promise.all(['a', 'b', 'c', 'd'].map(label => add(label)))
    await Promise.all([
      add('e', { position: 1 }),
      kim.delete(url(start[1]?.id ?? '')),
      kim.patch(url(start[0]?.id ?? ''), { position: 3 }),
      kim.put(order, { ids: start.map(link => link.id).reverse() }),
      add('f'),
    ])
    expect((await shown()).toSorted()).toEqual(['a', 'c', 'd', 'e', 'f'])
  })

  it('are limited in number', async () => {
    const customerId = kim.user.customerId ?? ''
    for (let position = 1; position < customerLinksMax; position += 1) {
      await buildCustomerLink(portal.runtime, { customer_id: customerId, position })
    }
    const answers = await Promise.all([1, 2, 3].map(() => kim.post(links, { label: 'x', url: 'https://x.example' })))
    expect(answers.map(answer => answer.statusCode).sort()).toEqual([201, 409, 409])
    expect(answers.map(answer => answer.json().code)).toContain('customer_link.too_many')
  })

  it('are the admin’s own unless another customer is named, and all can be read', async () => {
    const business = await buildCustomer(portal.runtime, { company: 'Betrieb' })
    const boss = await portal.loginAs(await buildUser(portal.runtime, { role: 'admin', customerId: business.id }))
    const theirs = await add('theirs')
    const own = (await boss.post(links, { label: 'own', url: 'https://own.example' })).json()
    expect(own.customerId).toBe(business.id)
    const given = await boss.post(links, { label: 'given', url: 'https://g.example', customerId: kim.user.customerId })
    expect(given.json().customerId).toBe(kim.user.customerId)
    expect(await shown()).toEqual(['theirs', 'given'])

    const ofOne = (await boss.get(`${links}?customer=${kim.user.customerId}`)).json()
    expect(ofOne).toMatchObject({ count: 2, permissions: ['create', 'reorder'] })
    const all = (await boss.get(`${links}?page_size=2`)).json()
    const { count } = await portal.runtime.db
      .selectFrom('customer_link')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(all).toMatchObject({ count, permissions: [] })
    expect((await boss.patch(url(theirs.id), { label: 'von uns geändert' })).statusCode).toBe(200)
    const back = { ids: [given.json().id, theirs.id], customerId: kim.user.customerId }
    expect((await boss.put(order, back)).statusCode).toBe(200)
    expect(codeOf(await boss.put(order, { ids: back.ids }))).toEqual([409, 'customer_link.set_changed'])
  })

  it('need a customer: an admin without one names it', async () => {
    const boss = await portal.loginAs(await buildUser(portal.runtime, { role: 'admin', customerId: null }))
    const answer = await boss.post(links, { label: 'x', url: 'https://x.example' })
    expect(answer.json().errors).toEqual([expect.objectContaining({ field: 'customerId', code: 'required' })])
  })

  it('are shown without permissions in an impersonation, and stay unchanged', async () => {
    const link = await add('a')
    const boss = await portal.client('admin')
    await portal.runtime.db
      .updateTable('session')
      .set({
        as_customer_id: kim.user.customerId,
        as_user_until: instantText(plusMs(portal.runtime.clock.now(), minuteMs)),
      })
      .where('user_id', '=', boss.user.id)
      .execute()
    expect((await boss.get(links)).json()).toMatchObject({
      count: 1,
      permissions: [],
      results: [{ id: link.id, permissions: [] }],
    })
    expect(codeOf(await boss.put(order, { ids: [link.id] }))).toEqual([409, 'as_user.read_only'])
  })

  it('are deleted with their customer', async () => {
    const boss = await portal.client('admin')
    const customer = await buildCustomer(portal.runtime)
    await buildCustomerLink(portal.runtime, { customer_id: customer.id })
    expect((await boss.delete(`/api/backend/customer/${customer.id}/`)).statusCode).toBe(204)
    expect((await boss.get(`${links}?customer=${customer.id}`)).json().count).toBe(0)
  })

  it('leave a line in the audit log for every effective write', async () => {
    const [a, b] = [await add('a'), await add('b')]
    await kim.patch(url(a.id), { url: 'https://neu.example', position: 2 })
    await kim.patch(url(a.id), { position: 2 })
    await kim.put(order, { ids: [b.id, a.id] })
    await kim.put(order, { ids: [a.id, b.id] })
    await kim.delete(url(a.id))
    const lines = await portal.runtime.db
      .selectFrom('audit_entry')
      .select(['action', 'details'])
      .where('subject_id', 'in', [a.id, kim.user.customerId ?? ''])
      .orderBy('seq')
      .execute()
    expect(lines.map(line => [line.action, line.details])).toEqual([
      ['customer_link.created', ''],
      ['customer_link.updated', 'url, position'],
      ['customer_link.reordered', ''],
      ['customer_link.deleted', ''],
    ])
  })
})
