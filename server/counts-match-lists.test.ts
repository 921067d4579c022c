/**
 * A figure links to its rows: the list behind each has the count of the figure, for the business and for every
 * customer.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadDemo } from '#demo/demo-load.ts'
import { calendarDate } from './clock.ts'
import { engines } from './testing/engines.ts'
import { type LoggedInClient, openTestApp, type TestApp } from './testing/test-app.ts'

const api = '/api/backend/'

/** The summary, the figure in it, and the list that the screen links it to. */
const figures: readonly [summary: string, figure: string, list: string][] = [
  ['ticket-summary/', 'inProgressCount', 'tickets/?progress=inProgress'],
  ['ticket-summary/', 'upcomingCount', 'tickets/?progress=upcoming'],
  ['ticket-summary/', 'openTicketsCount', 'tickets/?billing=open'],
  ['ticket-summary/', 'unpaidCount', 'invoices/?paid=unpaid'],
  ['invoice-summary/', 'unpaidCount', 'invoices/?paid=unpaid'],
  ['invoice-summary/', 'overdueCount', 'invoices/?overdue=true'],
  ['invoice-summary/', 'draftsCount', 'invoices/?state=draft'],
  ['request-summary/', 'openCount', 'requests/?state=open'],
  ['request-summary/', 'acceptedCount', 'requests/?state=accepted'],
  ['request-summary/', 'declinedCount', 'requests/?state=declined'],
  ['service-summary/', 'websites.count', 'services/?type=website_service'],
  ['service-summary/', 'applications.count', 'services/?type=application_service'],
  ['service-summary/', 'websites.problemCount', 'services/?type=website_service&state=problem'],
  ['service-summary/', 'applications.problemCount', 'services/?type=application_service&state=problem'],
  ['service-summary/', 'certificatesExpiringCount', 'services/?certificate=expiring'],
  ['service-summary/', 'devicesCount', 'services/?type=device_service'],
]

describe.each(engines)('figures on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  let kim: LoggedInClient
  beforeAll(async () => {
    portal = await openTestApp(engine)
    await loadDemo(portal.runtime)
    const users = await portal.runtime.db
      .selectFrom('user_account')
      .select(['id', 'username', 'role', 'customer_id as customerId'])
      .where('username', 'in', ['demo-admin', 'demo-kunde'])
      .execute()
    const logIn = (name: string) => {
      const user = users.find(({ username }) => username === name)
      if (!user) throw new Error(`The demo has no ${name}.`)
      return portal.loginAs(user)
    }
    admin = await logIn('demo-admin')
    kim = await logIn('demo-kunde')
  })
  afterAll(() => portal.close())

  const numberIn = (summary: unknown, path: string): unknown =>
    path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], summary) // as JSON has it
  const pairOf = async (client: LoggedInClient, [summary, figure, list]: (typeof figures)[number], of = '') => {
    const said = numberIn((await client.get(`${api}${summary}${of && `?${of}`}`)).json(), figure)
    const { count } = (await client.get(`${api}${list}${of && `&${of}`}`)).json()
    return { figure, said, count }
  }

  it.each(figures)('%s %s is the count of %s', async (...figure) => {
    const customers: { id: string }[] = (await admin.get(`${api}customer/?page_size=100`)).json().results
    const pairs = [
      await pairOf(admin, figure),
      await pairOf(kim, figure),
      ...(await Promise.all(customers.map(({ id }) => pairOf(admin, figure, `customer=${id}`)))),
    ]
    expect(pairs.map(({ said }) => said)).toEqual(pairs.map(({ count }) => count))
    // A comparison without any row would prove nothing.
    if (figure[1] !== 'draftsCount') expect(pairs.some(({ count }) => count > 0)).toBe(true)
  })

  it('open invoices have one sum, whichever summary counts them', async () => {
    for (const client of [admin, kim]) {
      const [tickets, invoices] = await Promise.all(
        ['ticket-summary/', 'invoice-summary/'].map(
          async path => (await client.get(`${api}${path}`)).json().unpaidTotal,
        ),
      )
      expect(tickets).toBe(invoices)
      expect(invoices).toBeGreaterThan(0)
    }
  })

  it('the hours of this month link to the tickets with entries that add up to them', async () => {
    const month = calendarDate(portal.clock.now()).slice(0, 7)
    const hoursOf = async (client: LoggedInClient, ticket: string) => {
      const { results } = (await client.get(`${api}ticket-entries/?ticket=${ticket}&page_size=100`)).json()
      return results
        .filter(({ date }: { date: string }) => date.startsWith(month))
        .reduce((sum: number, { quantity }: { quantity: number }) => sum + quantity, 0)
    }
    const customers: { id: string }[] = (await admin.get(`${api}customer/?page_size=100`)).json().results
    for (const [client, of] of [
      [admin, ''],
      [kim, ''],
      ...customers.map(({ id }) => [admin, `&customer=${id}`] as const),
    ] as const) {
      const { hoursThisMonth } = (await client.get(`${api}ticket-summary/?${of}`)).json()
      const idsOf = async (filter: string): Promise<string[]> =>
        (await client.get(`${api}tickets/?page_size=100${of}${filter}`))
          .json()
          .results.map(({ id }: { id: string }) => id)
      const [all, shown] = [await idsOf(''), await idsOf(`&workedIn=${month}`)]
      const hours = new Map<string, number>()
      for (const id of all) hours.set(id, await hoursOf(client, id))
      expect(shown.toSorted()).toEqual(all.filter(id => hours.get(id)).toSorted())
      expect(shown.reduce((sum, id) => sum + (hours.get(id) ?? 0), 0)).toBeCloseTo(hoursThisMonth, 2)
    }
  })

  it('the next due date links to the invoices of that day, and none is due sooner', async () => {
    for (const client of [admin, kim]) {
      const { nextDueDate, unpaidCount, overdueCount } = (await client.get(`${api}invoice-summary/`)).json()
      const list = `${api}invoices/?paid=unpaid&overdue=false&ordering=dueDate&page_size=100`
      const { count, results } = (await client.get(list)).json()
      expect(count).toBe(unpaidCount - overdueCount)
      const due = results.filter((row: { dueDate: string }) => row.dueDate === nextDueDate)
      expect(results[0].dueDate).toBe(nextDueDate)
      const shown = (await client.get(`${api}invoices/?paid=unpaid&dueDate=${nextDueDate}&ordering=dueDate`)).json()
      expect(shown.count).toBe(due.length)
      expect(shown.results.map((row: { id: string }) => row.id)).toEqual(due.map((row: { id: string }) => row.id))
    }
  })
})
