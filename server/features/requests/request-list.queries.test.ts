import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { instantText, plusMs } from '#server/clock.ts'
import { buildRequest } from '#server/testing/build-requests.ts'
import { buildCustomer } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

const path = '/api/backend/requests/'

describe.each(engines)('requests on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  let kim: LoggedInClient
  beforeAll(async () => {
    portal = await openTestApp(engine)
    admin = await portal.client('admin')
    kim = await portal.client('customer')
  })
  afterAll(() => portal.close())

  describe('in the overview', () => {
    let client: LoggedInClient
    const numbers: Record<string, string> = {}
    beforeAll(async () => {
      client = await portal.client('customer')
      const customer_id = client.user.customerId ?? ''
      const start = portal.runtime.clock.now()
      const rows = [
        { title: 'Größere Wallbox', priority: 'high', state: 'open' },
        { title: 'Netzwerk im Keller', priority: 'low', state: 'open' },
        { title: 'Website umziehen', priority: 'medium', state: 'accepted' },
        { title: 'Drohnenflug', priority: 'medium', state: 'declined' },
      ] as const
      for (const [index, row] of rows.entries()) {
        const at = instantText(plusMs(start, index * 1_000))
        const stored = await buildRequest(portal.runtime, { customer_id, ...row, created_at: at, updated_at: at })
        numbers[row.title] = stored.number
      }
    })

    const titles = async (query: string) => {
      const { count, results } = (await client.get(`${path}?${query}`)).json()
      expect(count).toBe(results.length)
      return results.map((row: { title: string }) => row.title)
    }

    it('are listed newest first, filtered and ordered', async () => {
      expect(await titles('')).toEqual(['Drohnenflug', 'Website umziehen', 'Netzwerk im Keller', 'Größere Wallbox'])
      expect(await titles('state=open&ordering=-priority')).toEqual(['Größere Wallbox', 'Netzwerk im Keller'])
      expect(await titles('priority=medium&state=accepted')).toEqual(['Website umziehen'])
      expect(await titles('ordering=title')).toEqual([
        'Drohnenflug',
        'Größere Wallbox',
        'Netzwerk im Keller',
        'Website umziehen',
      ])
      expect(await titles('ordering=createdAt')).toEqual([
        'Größere Wallbox',
        'Netzwerk im Keller',
        'Website umziehen',
        'Drohnenflug',
      ])
    })

    it.each(['größ wallb', 'GRÖSSERE', 'groessere'])('are found by the beginnings of words: %s', async typed => {
      expect(await titles(`search=${encodeURIComponent(typed)}`)).toEqual(['Größere Wallbox'])
    })

    it('are found by number, by admins also by their customer', async () => {
      expect(await titles(`search=${numbers.Drohnenflug}`)).toEqual(['Drohnenflug'])
      const owner = await buildCustomer(portal.runtime, { last_name: 'Quittenbaum' })
      await buildRequest(portal.runtime, { customer_id: owner.id, title: 'Unscheinbar' })
      expect((await admin.get(`${path}?search=quitten`)).json().results).toEqual([
        expect.objectContaining({ title: 'Unscheinbar', customer: { id: owner.id, name: 'Erika Quittenbaum' } }),
      ])
    })

    it('are counted over all pages', async () => {
      const page = (await client.get(`${path}?page_size=1&page=2&state=open`)).json()
      expect([page.count, page.results.length]).toEqual([2, 1])
      const all = (await admin.get(`${path}?page_size=1&state=open&priority=high`)).json()
      const { count } = await portal.runtime.db
        .selectFrom('request')
        .select(eb => eb.fn.countAll<number>().as('count'))
        .where('state', '=', 'open')
        .where('priority', '=', 'high')
        .executeTakeFirstOrThrow()
      expect(all.count).toBe(count)
    })

    it('have their summary above', async () => {
      const summary = (await client.get('/api/backend/request-summary/')).json()
      expect(summary).toEqual({ openCount: 2, openHighCount: 1, acceptedCount: 1, declinedCount: 1 })
      const customer = client.user.customerId
      expect((await admin.get(`/api/backend/request-summary/?customer=${customer}`)).json()).toEqual(summary)
      expect((await admin.get('/api/backend/request-summary/')).json().openCount).toBeGreaterThan(2)
      expect((await kim.get(`/api/backend/request-summary/?customer=${customer}`)).json().openCount).toBe(0)
    })
  })
})
