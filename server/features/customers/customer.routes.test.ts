import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildUser } from '#server/testing/build.ts'
import { buildCollection, buildDevice } from '#server/testing/build-services.ts'
import { buildCustomer, buildTicket } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

const customers = '/api/backend/customer/'
const url = (id: string) => `${customers}${id}/`

describe.each(engines)('customers on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  beforeAll(async () => {
    portal = await openTestApp(engine)
    admin = await portal.client('admin')
  })
  afterAll(() => portal.close())

  const create = async (body: object) => {
    const answer = await admin.post(customers, body)
    expect(answer.statusCode).toBe(201)
    return answer.json()
  }
  const logIn = async (customerId: string) =>
    portal.loginAs(await buildUser(portal.runtime, { role: 'customer', customerId }))

  it('get numbers without a gap, even when a creation fails in between', async () => {
    const first = await create({ company: 'Erste GmbH' })
    expect((await admin.post(customers, { company: '', lastName: '' })).statusCode).toBe(422)
    const second = await create({ lastName: 'Zweite' })
    expect(first.number).toMatch(/^K-1\d{3}$/)
    expect(Number(second.number.slice(2))).toBe(Number(first.number.slice(2)) + 1)
  })

  it.each([
    ['private', 'lastName'],
    ['business', 'company'],
    ['public', 'company'],
  ])('need a company or a last name; for %s the %s is missing', async (kind, field) => {
    const answer = await admin.post(customers, { kind, firstName: 'Nur Vorname' })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toEqual([expect.objectContaining({ field, code: 'customer.name_required' })])
  })

  it('are found by company, name, number, city and e-mail, in any spelling of umlauts', async () => {
    const found = await create({
      company: 'Weingut Größl',
      firstName: 'Annelie',
      lastName: 'Pfännchen',
      email: 'kellerei@groessl.example',
      address: { street: 'Am Hang 1', zip: '67146', city: 'Ölmühlbach', country: 'DE' },
    })
    await create({ company: 'Ganz anders' })
    const searches = [
      'größl',
      'GROESSL',
      'grossl',
      'annel',
      'pfannchen',
      found.number,
      'olmuhl',
      'kellerei',
      'wein anne',
    ]
    for (const search of searches) {
      const { count, results } = (await admin.get(`${customers}?search=${encodeURIComponent(search)}`)).json()
      expect({ search, count, ids: results.map((row: { id: string }) => row.id) }).toEqual({
        search,
        count: 1,
        ids: [found.id],
      })
    }
    expect((await admin.get(`${customers}?search=${encodeURIComponent('größl anders')}`)).json().count).toBe(0)
  })

  it('are filtered by kind, and sorted by name, number and creation', async () => {
    const own = await openTestApp(engine)
    const boss = await own.client('admin')
    for (const [company, kind] of [
      ['Ökohof', 'business'],
      ['Oper', 'public'],
      ['Amt', 'public'],
    ] as const) {
      await buildCustomer(own.runtime, { company, kind })
    }
    const names = async (query: string) =>
      (await boss.get(`${customers}?${query}`))
        .json()
        .results.map((row: { displayName: string }) => row.displayName)
        .filter((name: string) => !name.includes('Muster'))
    // ä, ö, ü sort as ae, oe, ue.
    expect(await names('ordering=name')).toEqual(['Amt', 'Ökohof', 'Oper'])
    expect(await names('ordering=-name')).toEqual(['Oper', 'Ökohof', 'Amt'])
    expect(await names('ordering=number')).toEqual(['Ökohof', 'Oper', 'Amt'])
    expect(await names('ordering=-number')).toEqual(['Amt', 'Oper', 'Ökohof'])
    expect(await names('kind=public&ordering=name')).toEqual(['Amt', 'Oper'])
    expect(await names('kind=public&ordering=name&page_size=1&page=2')).toEqual(['Oper'])
    expect((await boss.get(`${customers}?kind=public&page_size=1`)).json().count).toBe(2)
    expect((await boss.get(`${customers}?kind=public&page=9`)).json()).toEqual({ count: 2, results: [] })
    await own.close()
  })

  it('do not exist for a visitor, and for a customer only their own record does', async () => {
    const customer = await buildCustomer(portal.runtime, { company: 'Eigene' })
    const kim = await logIn(customer.id)
    expect((await portal.visitor().get(customers)).json()).toEqual({ count: 0, results: [] })
    const { count, results } = (await kim.get(customers)).json()
    expect(count).toBe(1)
    expect(results[0]).toMatchObject({ id: customer.id, permissions: ['update'] })
    expect(results[0]).not.toHaveProperty('note')
  })

  it('show their users and how many tickets they have', async () => {
    const customer = await buildCustomer(portal.runtime)
    await buildTicket(portal.runtime, { customer_id: customer.id })
    await buildTicket(portal.runtime, { customer_id: customer.id })
    const user = await buildUser(portal.runtime, { customerId: customer.id, username: `zoe-${engine}` })
    expect((await admin.get(url(customer.id))).json()).toMatchObject({
      ticketsCount: 2,
      users: [{ id: user.id, username: user.username, isActive: true }],
    })
  })

  it('are replaced by an admin only with the full body', async () => {
    const customer = await create({ company: 'Vorher' })
    const answer = await admin.put(url(customer.id), { company: 'Nachher' })
    expect(answer.statusCode).toBe(422)
    const missing = answer.json().errors.map((error: { field: string; code: string }) => `${error.field} ${error.code}`)
    expect(missing).toContain('hourlyRate required')
    expect(missing).toContain('address required')
    expect(missing).not.toContain('company required')

    const full = {
      kind: 'business',
      company: 'Nachher',
      firstName: '',
      lastName: '',
      phone: '',
      website: '',
      email: 'post@nachher.example',
      address: { street: '', zip: '', city: '', country: 'AT' },
      vatId: 'ATU12345678',
      leitwegId: '',
      notifications: false,
      newsletter: true,
      hourlyRate: 101.5,
      note: 'nur intern',
    }
    // The newsletter begins when the customer has confirmed it.
    const changed = (await admin.put(url(customer.id), full)).json()
    expect(changed).toMatchObject({ ...full, newsletter: false, revision: 2 })
    const asked = await portal.runtime.db.selectFrom('outbox_mail').select(['kind', 'recipient']).execute()
    expect(asked).toContainEqual({ kind: 'newsletter_confirmation', recipient: 'post@nachher.example' })
    const nowhere = await admin.patch(url((await create({ company: 'Stumm' })).id), { newsletter: true })
    expect(nowhere.json().errors).toMatchObject([{ field: 'newsletter', code: 'newsletter.no_email' }])
  })

  it('change only their own contact fields', async () => {
    const customer = await buildCustomer(portal.runtime, { company: 'Fest GmbH' })
    const kim = await logIn(customer.id)
    expect((await kim.patch(url(customer.id), { phone: '030 123456' })).json()).toMatchObject({ phone: '030 123456' })

    const refused = await kim.patch(url(customer.id), { hourlyRate: 1, note: 'x', company: 'Neu' })
    expect(refused.statusCode).toBe(422)
    expect(refused.json().errors.map((error: { field: string; code: string }) => [error.field, error.code])).toEqual(
      expect.arrayContaining([
        ['hourlyRate', 'unknown_field'],
        ['note', 'unknown_field'],
        ['company', 'unknown_field'],
      ]),
    )
    const contact = {
      firstName: 'Kim',
      lastName: '',
      phone: '',
      website: 'https://fest.example',
      email: 'kim@fest.example',
      address: { street: '', zip: '', city: '', country: 'DE' },
      notifications: true,
      newsletter: false,
    }
    expect((await kim.put(url(customer.id), contact)).json()).toMatchObject({ ...contact, company: 'Fest GmbH' })
    expect((await kim.put(url(customer.id), { ...contact, phone: undefined })).statusCode).toBe(422)
  })

  it('are not overwritten by somebody who saw an older state', async () => {
    const customer = await create({ company: 'Alt' })
    expect(
      (await admin.patch(url(customer.id), { company: 'Neu' }, { headers: { 'if-match': '"1"' } })).statusCode,
    ).toBe(200)
    const stale = await admin.patch(url(customer.id), { company: 'Später' }, { headers: { 'if-match': '"1"' } })
    expect([stale.statusCode, stale.json().code]).toEqual([412, 'stale'])
    expect((await admin.delete(url(customer.id), { headers: { 'if-match': '"1"' } })).statusCode).toBe(412)
    expect((await admin.get(url(customer.id))).json().company).toBe('Neu')
  })

  it('are deleted only without history', async () => {
    const empty = await create({ company: 'Irrtum' })
    expect((await admin.delete(url(empty.id))).statusCode).toBe(204)
    expect((await admin.get(url(empty.id))).statusCode).toBe(404)

    const withTicket = await buildTicket(portal.runtime)
    const refused = await admin.delete(url(withTicket.customer_id))
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'customer.has_history'])
    for (const { customer_id } of [await buildDevice(portal.runtime), await buildCollection(portal.runtime)]) {
      expect((await admin.get(url(customer_id))).json().permissions).not.toContain('delete')
      expect((await admin.delete(url(customer_id))).statusCode).toBe(409)
    }
  })

  it('leave a line in the audit log for every write, naming the fields', async () => {
    const customer = await create({ company: 'Protokoll' })
    await admin.patch(url(customer.id), {
      phone: '030 99',
      address: { street: 'Weg 1', zip: '', city: '', country: 'DE' },
    })
    await admin.patch(url(customer.id), { phone: '030 99' })
    await admin.delete(url(customer.id))
    const lines = await portal.runtime.db
      .selectFrom('audit_entry')
      .select(['action', 'details'])
      .where('subject_id', '=', customer.id)
      .orderBy('seq')
      .execute()
    expect(lines.map(line => [line.action, line.details])).toEqual([
      ['customer.created', ''],
      ['customer.updated', 'phone, address'],
      ['customer.deleted', customer.number],
    ])
  })
})
