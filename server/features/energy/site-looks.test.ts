import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayMs } from '#server/clock.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildChannel, buildSite } from '#server/testing/build-energy.ts'
import { buildCustomer } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'

const log = '/api/backend/audit-log/'
/** Paths below a site whose answers show when somebody is at home. */
const parts = [
  'live/',
  'energy/',
  'slots/?month=2026-03',
  'plan/',
  'plan-day/',
  'bill/?month=2026-03',
  'savings/',
  'forecast-errors/',
]

describe.each(engines)('a look at a site on %s', engine => {
  let portal: TestApp
  beforeAll(async () => {
    portal = await openTestApp(engine)
  })
  afterAll(() => portal.close())

  async function openHouse() {
    const customer = await buildCustomer(portal.runtime)
    const site = await buildSite(portal.runtime, { customer_id: customer.id, name: 'Haus am Hang' })
    const kim = await portal.loginAs(await buildUser(portal.runtime, { customerId: customer.id }))
    const urls = parts.map(part => `/api/backend/energy-sites/${site.id}/${part}`)
    return { customer, site, kim, urls }
  }

  it('is in the log after any call that shows measurements, and after no other', async () => {
    for (const part of [...parts, 'proposals/']) {
      const { kim, site } = await openHouse()
      const admin = await portal.client('admin')
      expect((await admin.get(`/api/backend/energy-sites/${site.id}/${part}`)).statusCode).toBe(200)
      expect((await kim.get(log)).json().count, part).toBe(1)
    }
    const channels = '/api/backend/energy-channels/'
    for (const call of ['?site=', '']) {
      const { kim, site } = await openHouse()
      const admin = await portal.client('admin')
      const { id } = await buildChannel(portal.runtime, { site_id: site.id, customer_id: site.customer_id })
      await buildChannel(portal.runtime, { key: 'pv', role: 'pv', site_id: site.id, customer_id: site.customer_id })
      expect((await admin.get(channels + (call === '' ? `${id}/` : `${call}${site.id}`))).statusCode).toBe(200)
      expect((await kim.get(log)).json().count, `channels ${call}`).toBe(1)
    }
    const { kim, site } = await openHouse()
    const admin = await portal.client('admin')
    for (const part of ['', 'prices/', 'tariff-terms/', 'alarms/', 'rejections/', 'control/']) {
      expect((await admin.get(`/api/backend/energy-sites/${site.id}/${part}`)).statusCode, part).toBe(200)
    }
    expect((await kim.get(log)).json().count).toBe(0)
  })

  it('is in the log that the customer reads: once per admin, site and day, regardless of the page', async () => {
    const { kim, urls, site } = await openHouse()
    const userOf = () => buildUser(portal.runtime, { role: 'admin', firstName: 'Ada', lastName: 'Berg' })
    for (const admin of [await portal.loginAs(await userOf()), await portal.loginAs(await userOf())]) {
      const answers = await Promise.all([...urls, ...urls].map(url => admin.get(url)))
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([...urls, ...urls].map(() => 200))
    }
    const { count, results } = (await kim.get(log)).json()
    expect(count).toBe(2)
    expect(results[0]).toMatchObject({
      action: 'energy_site.viewed',
      actorName: 'Ada Berg',
      address: '',
      subject: { name: 'Haus am Hang', page: { kind: 'energy_site', id: site.id } },
    })
    portal.clock.advance(dayMs)
    const admin = await portal.loginAs(await userOf())
    expect((await admin.get(urls[0] ?? '')).statusCode).toBe(200)
    const again = await portal.loginAs(kim.user)
    expect((await again.get(log)).json().count).toBe(3)
  })

  it('is not written for the customer, and a view as the customer has its own lines', async () => {
    const { customer, kim, urls } = await openHouse()
    for (const url of urls) expect((await kim.get(url)).statusCode).toBe(200)
    const admin = await portal.client('admin')
    await admin.post('/api/auth/as-user/', { customerId: customer.id })
    for (const url of urls) expect((await admin.get(url)).statusCode).toBe(200)
    const { results } = (await kim.get(log)).json()
    expect(results.map(({ action }: { action: string }) => action)).toEqual(['as_user.started'])
  })

  it('stays with the customers of the site', async () => {
    const { urls } = await openHouse()
    const stranger = await openHouse()
    const admin = await portal.client('admin')
    for (const url of urls) expect((await admin.get(url)).statusCode).toBe(200)
    expect((await stranger.kim.get(log)).json().count).toBe(0)
  })
})
