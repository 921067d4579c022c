import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invoiceList } from '#contract/lists.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildCustomer, buildInvoice } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

const collection = '/api/backend/invoices/'

describe.each(engines)('the list of invoices on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  let kim: LoggedInClient
  const customers = { groessl: '', other: '' }

  beforeAll(async () => {
    portal = await openTestApp(engine)
    admin = await portal.client('admin')
    const { runtime } = portal
    customers.groessl = (await buildCustomer(runtime, { company: 'Weingut Größl' })).id
    customers.other = (await buildCustomer(runtime, { company: 'Café Morgenröte' })).id
    kim = await portal.loginAs(await buildUser(runtime, { customerId: customers.groessl }))
    const build = (
      number: string,
      customer: keyof typeof customers,
      issued: string,
      due: string,
      net_cents: number,
      more: object = {},
    ) =>
      buildInvoice(runtime, [], {
        number,
        customer_id: customers[customer],
        issue_date: issued,
        due_date: due,
        net_cents,
        ...more,
      })
    // Today is 10 March 2026.
    await build('RE-9', 'groessl', '2025-12-03', '2025-12-17', 30_000, { is_paid: 1, paid_on: '2025-12-20' })
    await build('RE-10', 'groessl', '2026-01-03', '2026-01-17', 10_000)
    await build('re-11', 'other', '2026-02-03', '2026-02-17', 20_000, { notes: 'Bestellnummer Öl 4711' })
    await build('RE-100', 'groessl', '2026-03-03', '2026-03-31', 5_000)
    await buildInvoice(runtime, [], { customer_id: customers.groessl, state: 'draft', net_cents: 1_000 })
  })
  afterAll(() => portal.close())

  const find = async (query: string, client = admin) => {
    const { count, results } = (await client.get(`${collection}?${query}`)).json()
    const numbers = results.map((row: { number: string | null }) => row.number ?? 'Entwurf')
    // The count is over all pages, also where it is kept and not counted.
    const page = (await client.get(`${collection}?${query}&page_size=1`)).json()
    expect([page.count, page.results.length]).toEqual([count, Math.min(1, count)])
    expect(numbers).toHaveLength(count)
    return numbers
  }

  it('is sorted by dates, number and amount, drafts without a date before the newest', async () => {
    expect(await find('')).toEqual(['Entwurf', 'RE-100', 're-11', 'RE-10', 'RE-9'])
    expect(await find('ordering=issueDate')).toEqual(['RE-9', 'RE-10', 're-11', 'RE-100', 'Entwurf'])
    expect(await find('ordering=-dueDate')).toEqual(['Entwurf', 'RE-100', 're-11', 'RE-10', 'RE-9'])
    expect(await find('ordering=number')).toEqual(['Entwurf', 'RE-9', 'RE-10', 're-11', 'RE-100'])
    expect(await find('ordering=-gross')).toEqual(['RE-9', 're-11', 'RE-10', 'RE-100', 'Entwurf'])
  })

  it('is filtered by state, payment, overdue, customer and time, in any order', async () => {
    const expected = {
      'state=draft': ['Entwurf'],
      'state=issued': ['RE-10', 'RE-100', 'RE-9', 're-11'],
      'state=cancelled': [],
      'paid=paid': ['RE-9'],
      'paid=unpaid': ['RE-10', 'RE-100', 're-11'],
      'state=draft&paid=unpaid': [],
      'overdue=true': ['RE-10', 're-11'],
      'overdue=false': ['Entwurf', 'RE-100', 'RE-9'],
      [`customer=${customers.groessl}`]: ['Entwurf', 'RE-10', 'RE-100', 'RE-9'],
      [`customer=${customers.groessl}&overdue=true`]: ['RE-10'],
      [`customer=${customers.other}&paid=paid`]: [],
      'issueDateFrom=2026-01-03&issueDateTo=2026-02-28': ['RE-10', 're-11'],
      'issueDateFrom=2026-01-04': ['RE-100', 're-11'],
      'issueDateTo=2025-12-31&paid=paid': ['RE-9'],
    }
    for (const [filter, numbers] of Object.entries(expected)) {
      for (const ordering of invoiceList.orderings) {
        expect([filter, ordering, (await find(`${filter}&ordering=${ordering}`)).toSorted()]).toEqual([
          filter,
          ordering,
          numbers,
        ])
      }
    }
  })

  it('finds numbers, notes and customers by the beginnings of their words', async () => {
    for (const search of ['GRÖSSL', 'groessl', 'weing']) {
      expect(await find(`search=${encodeURIComponent(search)}`)).toEqual(['Entwurf', 'RE-100', 'RE-10', 'RE-9'])
    }
    expect(await find('search=re-11')).toEqual(['re-11'])
    expect(await find(`search=${encodeURIComponent('öl 4711')}`)).toEqual(['re-11'])
    expect(await find('search=re10')).toEqual(['RE-100', 'RE-10'])
    expect(await find('search=re10&overdue=true')).toEqual(['RE-10'])
    expect(await find('search=niemand')).toEqual([])
    expect(await find('search=--')).toEqual([])
  })

  it('shows a customer their own ones without drafts, for any filter', async () => {
    expect(await find('', kim)).toEqual(['RE-100', 'RE-10', 'RE-9'])
    expect(await find('state=draft', kim)).toEqual([])
    expect(await find('overdue=false&ordering=number', kim)).toEqual(['RE-9', 'RE-100'])
    expect(await find('search=weingut', kim)).toEqual(['RE-100', 'RE-10', 'RE-9'])
    expect(await find(`customer=${customers.other}`, kim)).toEqual([])
  })
})
