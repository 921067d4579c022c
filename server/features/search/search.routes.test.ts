import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SearchGroup } from '#contract/search.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildDomain, buildHostname } from '#server/testing/build-dns.ts'
import { buildRequest } from '#server/testing/build-requests.ts'
import { buildWebsite } from '#server/testing/build-services.ts'
import { buildCustomer, buildEntry, buildInvoice, buildTicket } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

describe.each(engines)('the search over everything on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  /** Every row by a short name. */
  const ids: Record<string, string> = {}

  beforeAll(async () => {
    portal = await openTestApp(engine)
    admin = await portal.client('admin')
    const { runtime } = portal
    const groessl = await buildCustomer(runtime, {
      first_name: 'Anna',
      last_name: 'Größl',
      number: 'K-1001',
      city: 'Ulm',
    })
    const werke = await buildCustomer(runtime, { company: 'Größlwerke GmbH', kind: 'business', number: 'K-10010' })
    const meier = await buildCustomer(runtime, { last_name: 'Meier', number: 'K-2026' })
    ids.groessl = groessl.id
    ids.werke = werke.id
    ids.meier = meier.id
    const ticket = async (name: string, customerId: string, title: string, number: string) => {
      ids[name] = (await buildTicket(runtime, { customer_id: customerId, name: title, number })).id
    }
    await ticket('oldWallbox', groessl.id, 'Wallbox einbinden', 'T-2026-0001')
    await ticket('newWallbox', groessl.id, 'Wallbox prüfen', 'T-2026-0011')
    await ticket('theirWallbox', meier.id, 'Wallbox tauschen', 'T-2025-0001')
    await ticket('wallboxes', meier.id, 'Wallboxen vergleichen', 'T-2026-0012')
    await ticket('other', werke.id, 'Treffen mit Größl', 'T-2026-0013')
    for (let n = 0; n < 8; n += 1) await ticket(`row${n}`, werke.id, `Leitung ${n}`, `T-2024-000${n}`)
  })
  afterAll(() => portal.close())

  const find = async (search: string, client: TestClient = admin): Promise<SearchGroup[]> => {
    const answer = await client.get(`/api/backend/search/?${new URLSearchParams({ search })}`)
    expect(answer.statusCode).toBe(200)
    return answer.json().groups
  }
  const idsOf = (groups: SearchGroup[], kind: SearchGroup['kind']) =>
    groups.find(group => group.kind === kind)?.hits.map(hit => hit.id) ?? []
  const of = (...names: string[]) => names.map(name => ids[name])

  it.each(['Größl', 'grössl', 'GRÖSSL', 'groessl', 'grossl'])('finds “Größl” typed as “%s”', async typed => {
    const groups = await find(typed)
    expect(idsOf(groups, 'customer')).toEqual(of('groessl', 'werke'))
    // Tickets with the word come before those of a customer of that name.
    expect(idsOf(groups, 'ticket').slice(0, 2)).toEqual(of('other', 'row7'))
  })

  it('shows number, title, customer and state', async () => {
    const [group] = await find('T-2026-0011')
    expect(group).toEqual({
      kind: 'ticket',
      hasMore: false,
      hits: [
        {
          id: ids.newWallbox,
          number: 'T-2026-0011',
          title: 'Wallbox prüfen',
          customer: { id: ids.groessl, name: 'Anna Größl' },
          state: 'upcoming',
        },
      ],
    })
    expect((await find('Größlwerke'))[0]?.hits[0]).toEqual({
      id: ids.werke,
      number: 'K-10010',
      title: 'Größlwerke GmbH',
      customer: null,
      state: 'business',
    })
  })

  it.each([
    ['K-1001', 'customer', 'groessl'],
    ['k1001', 'customer', 'groessl'],
    ['T-2026-0001', 'ticket', 'oldWallbox'],
    ['t-2026-0001', 'ticket', 'oldWallbox'],
  ] as const)('shows the number “%s” first of all', async (typed, kind, name) => {
    const [first] = await find(typed)
    expect([first?.kind, first?.hits[0]?.id]).toEqual([kind, ids[name]])
  })

  it('puts the kind of a number typed exactly before the others', async () => {
    expect((await find('2026')).map(group => group.kind)).toEqual(['customer', 'ticket'])
    await buildCustomer(portal.runtime, { last_name: 'Nummer', company: 'T-2026-0012 Verein' })
    expect((await find('T-2026-0012')).map(group => group.kind)).toEqual(['ticket', 'customer'])
  })

  it('puts whole words before longer ones, and newer rows before older ones', async () => {
    expect(idsOf(await find('wallbox'), 'ticket')).toEqual(of('theirWallbox', 'newWallbox', 'oldWallbox', 'wallboxes'))
  })

  it('finds rows by words of their own and of their customer together', async () => {
    expect(idsOf(await find('wallbox größl'), 'ticket')).toEqual(of('newWallbox', 'oldWallbox'))
    expect(idsOf(await find('größl wallb prüf'), 'ticket')).toEqual(of('newWallbox'))
    expect(idsOf(await find('anna wallbox'), 'customer')).toEqual([])
    expect(idsOf(await find('ulm anna'), 'customer')).toEqual(of('groessl'))
  })

  it('finds words inside compounds of every kind, after those at the beginning', async () => {
    const { runtime } = portal
    const { id: customerId } = await buildCustomer(runtime, { company: 'Kältewärmepumpenbau AG' })
    const { id: otherId } = await buildCustomer(runtime, { last_name: 'Unbeteiligt' })
    const begins = await buildTicket(runtime, { customer_id: otherId, name: 'Pumpentausch' })
    const inside = await buildTicket(runtime, { customer_id: otherId, name: 'Luftwärmepumpe warten' })
    const request = await buildRequest(runtime, { customer_id: otherId, title: 'Umwälzpumpe brummt' })
    const website = await buildWebsite(runtime, { customer_id: otherId, name: 'Pumpenwächter Zirkulationspumpe' })
    const invoice = await buildInvoice(runtime, [], { customer_id: otherId, number: 'RE-2032-1', notes: 'Solepumpe' })
    for (const typed of ['pumpe', 'PUMPE']) {
      const groups = await find(typed)
      expect(idsOf(groups, 'customer')).toEqual([customerId])
      expect(idsOf(groups, 'ticket')).toEqual([begins.id, inside.id])
      expect(idsOf(groups, 'request')).toEqual([request.id])
      expect(idsOf(groups, 'service')).toEqual([website.id])
      expect(idsOf(groups, 'invoice')).toEqual([invoice.id])
    }
    expect(idsOf(await find('wärmepumpe warten'), 'ticket')).toEqual([inside.id])
    expect(idsOf(await find('warten wärmepumpe unbeteiligt'), 'ticket')).toEqual([inside.id])
    const own = await portal.loginAs(await buildUser(runtime, { customerId: otherId }))
    expect(idsOf(await find('pumpe', own), 'ticket')).toEqual([begins.id, inside.id])
    const list = await admin.get('/api/backend/tickets/?search=wärmepumpe')
    expect(list.json().results.map((ticket: { id: string }) => ticket.id)).toEqual([inside.id])
  })

  it.each(['0170 9876543', '+49 170-9876543', '0170/9876543', '0049 (0)170 98 76 543', '+49170987'])(
    'finds a customer by the telephone number “%s”',
    async typed => {
      const { id } = await buildCustomer(portal.runtime, { phone: '0170 98765-43' })
      expect(idsOf(await find(typed), 'customer')).toContain(id)
      const list = await admin.get(`/api/backend/customer/?${new URLSearchParams({ search: typed })}`)
      expect(list.json().results.map((customer: { id: string }) => customer.id)).toContain(id)
    },
  )

  it('finds nobody else by the first digits of a number, and nobody by a short piece of one', async () => {
    // Their customer numbers have none of the digits that are typed.
    const numbered = (digits: string) => ({ number: `K-${digits}`, number_key: digits.padStart(10, '0') })
    const [own, sameArea] = [
      await buildCustomer(portal.runtime, { phone: '+49 (0)1579 23 42 66-77', ...numbered('800008') }),
      await buildCustomer(portal.runtime, { phone: '01579 8234266', ...numbered('800000') }),
    ]
    const both = [own.id, sameArea.id]
    const found = async (typed: string) => {
      const groups = await find(typed)
      const list = await admin.get(`/api/backend/customer/?${new URLSearchParams({ search: typed })}`)
      const listed = list.json().results.map((customer: { id: string }) => customer.id)
      const among = (ids: string[]) => both.filter(id => ids.includes(id))
      expect(among(listed)).toEqual(among(idsOf(groups, 'customer') ?? []))
      return among(listed)
    }
    for (const typed of ['01579 2', '+49 1579 2', '+49157923', '(01579) 23'])
      expect(await found(typed)).toEqual([own.id])
    for (const typed of ['01579', '+49 1579']) expect(await found(typed)).toEqual(both)
    for (const typed of ['49', '23', '42', '66', '77', '6677', '1579']) expect(await found(typed)).toEqual([])
    expect(await found('8234266')).toEqual([sameArea.id])
  })

  it('shows five of a kind and that there are more', async () => {
    const [tickets] = await find('leitung')
    expect([tickets?.hits.length, tickets?.hasMore]).toEqual([5, true])
    expect(tickets?.hits.map(hit => hit.title)).toEqual([7, 6, 5, 4, 3].map(n => `Leitung ${n}`))
  })

  it('finds services by their names and addresses, and invoices by their numbers, drafts for admins alone', async () => {
    const { runtime } = portal
    const { id: customerId } = await buildCustomer(runtime, { last_name: 'Zabel' })
    const website = await buildWebsite(runtime, { customer_id: customerId, name: 'Onlineshop' })
    const entry = await buildEntry(runtime, { ticket_id: ids.other ?? '' })
    const paid = { customer_id: customerId, number: 'RE-2031-00001', is_paid: 1 as const }
    const invoice = await buildInvoice(runtime, [entry], paid)
    const draft = await buildInvoice(runtime, [], { customer_id: customerId, number: 'RE-2031-00002', state: 'draft' })

    const cancels = { customer_id: customerId, number: 'ST-2031-00001', is_paid: 1 as const }
    await buildInvoice(runtime, [], {
      ...cancels,
      kind: 'cancellation',
      cancels_id: invoice.id,
      cancel_reason: 'Doppelt',
    })
    const named = { number: null, title: 'Onlineshop', customer: { id: customerId, name: 'Erika Zabel' } }
    expect(await find('onlines')).toEqual([
      { kind: 'service', hasMore: false, hits: [{ ...named, id: website.id, state: expect.any(String) }] },
    ])
    const [first] = await find('RE-2031-00001')
    expect([first?.kind, first?.hits[0]]).toEqual([
      'invoice',
      { ...named, id: invoice.id, number: 'RE-2031-00001', title: '', state: 'paid' },
    ])
    expect((await find('re-2031')).flatMap(({ hits }) => hits.map(hit => [hit.id, hit.state]))).toEqual([
      [draft.id, 'draft'],
      [invoice.id, 'paid'],
    ])
    expect((await find('st-2031')).flatMap(({ hits }) => hits.map(({ state }) => state))).toEqual(['cancellation'])
    const unpaid = (number: string, due_date: string) => ({ customer_id: customerId, number, due_date })
    await buildInvoice(runtime, [], unpaid('RE-2032-00001', '1999-01-31'))
    await buildInvoice(runtime, [], unpaid('RE-2032-00002', '2199-01-31'))
    const stateOf = async (number: string) => (await find(number))[0]?.hits[0]?.state
    expect(await stateOf('RE-2032-00001')).toBe('overdue')
    expect(await stateOf('RE-2032-00002')).toBe('unpaid')
    expect((await find('zabel')).map(({ kind }) => kind)).toEqual(['customer', 'service', 'invoice'])
    const own = await portal.loginAs(await buildUser(runtime, { customerId }))
    expect(idsOf(await find('re-2031', own), 'invoice')).toEqual([invoice.id])
    expect(idsOf(await find('onlineshop', own), 'service')).toEqual([website.id])
  })

  it('finds host names and domains of the DNS updater, a customer only their own', async () => {
    const { runtime } = portal
    const { id: customerId } = await buildCustomer(runtime, { last_name: 'Zonen' })
    const domain = await buildDomain(runtime, { customer_id: customerId, domain: 'weinkeller.example', type: 'desec' })
    const nas = await buildHostname(runtime, { domain_id: domain.id, name: 'nas.hof', type: 'AAAA' })
    const foreign = await buildDomain(runtime, { domain: 'weinkeller-nord.example' })
    const theirs = await buildHostname(runtime, { domain_id: foreign.id, name: 'nas' })
    const customer = { id: customerId, name: 'Erika Zonen' }
    const title = 'nas.hof.weinkeller.example (AAAA)'
    expect(await find('nas.hof.weinkeller.example')).toEqual([
      { kind: 'dns_hostname', hasMore: false, hits: [{ id: nas.id, number: null, title, customer, state: 'waiting' }] },
    ])
    const all = await find('weinkeller')
    expect(idsOf(all, 'dns_hostname').toSorted()).toEqual([nas.id, theirs.id].toSorted())
    expect(idsOf(all, 'dns_domain').toSorted()).toEqual([domain.id, foreign.id].toSorted())
    expect((await find('zonen')).map(({ kind }) => kind)).toEqual(['customer', 'dns_hostname', 'dns_domain'])
    const own = await find('weinkeller', await portal.loginAs(await buildUser(runtime, { customerId })))
    expect([idsOf(own, 'dns_hostname'), idsOf(own, 'dns_domain')]).toEqual([[nas.id], [domain.id]])
    expect(own.find(({ kind }) => kind === 'dns_domain')?.hits[0]).toMatchObject({ state: 'desec', number: null })
  })

  it.each(['', ' ', '---', '%', "'; drop table ticket --", 'gibtesnicht', 'wallbox gibtesnicht'])(
    'finds nothing for “%s”',
    async typed => {
      expect(await find(typed)).toEqual([])
    },
  )

  it('shows a customer only their own rows, and no customers', async () => {
    const anna = await portal.loginAs(await buildUser(portal.runtime, { customerId: ids.groessl ?? '' }))
    expect(await find('wallbox', anna)).toEqual([
      expect.objectContaining({
        kind: 'ticket',
        hits: [expect.objectContaining({ id: ids.newWallbox }), expect.objectContaining({ id: ids.oldWallbox })],
      }),
    ])
    expect(await find('größl', anna)).toEqual([])
    expect(idsOf(await find('T-2026-0001', anna), 'ticket')).toEqual(of('oldWallbox'))
    const foreign = await anna.get(`/api/backend/search/?search=wallbox&customer=${ids.meier}`)
    expect(foreign.json()).toEqual({ groups: [] })
  })

  it('narrows an admin’s search to one customer', async () => {
    const answer = await admin.get(`/api/backend/search/?search=wallbox&customer=${ids.meier}`)
    expect(idsOf(answer.json().groups, 'ticket')).toEqual(of('theirWallbox', 'wallboxes').toReversed())
  })

  it('accepts as many words as anybody types', async () => {
    expect(await find('a b c d e f g h i j k l')).toEqual([])
    expect((await admin.get(`/api/backend/search/?search=${'x'.repeat(201)}`)).statusCode).toBe(422)
  })
})
