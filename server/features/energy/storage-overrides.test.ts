import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { overridesPerDay } from '#contract/energy-limits.ts'
import { countOfDay } from '#server/auth/throttle.ts'
import { hourMs, instantText, plusMs } from '#server/clock.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildSite, buildStorage } from '#server/testing/build-energy.ts'
import { engines } from '#server/testing/engines.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'

describe.each(engines)('orders on %s', engine => {
  let portal: TestApp
  beforeAll(async () => {
    portal = await openTestApp(engine)
  })
  afterAll(() => portal.close())

  async function buildHouse(technical?: string) {
    const { runtime } = portal
    const now = runtime.clock.now()
    const site = await buildSite(runtime, { control: 'on', state: 'ok', last_reading_at: instantText(now) })
    const storage = await buildStorage(runtime, {
      site_id: site.id,
      command_target: '{"kind":"own"}',
      ...(technical && { technical }),
    })
    const kim = await portal.loginAs(await buildUser(runtime, { customerId: site.customer_id }))
    const until = instantText(plusMs(now, 2 * hourMs))
    return {
      site,
      kim,
      order: (mode: string, more: object = {}) =>
        kim.post('/api/backend/energy-overrides/', { storageId: storage.id, mode, until, ...more }),
    }
  }

  it.each([
    ['less power than it charges with at least', { powerW: 500 }, 'powerW', 'number.too_small'],
    ['more power than it has', { powerW: 50_000 }, 'powerW', 'number.too_large'],
    ['an end in the past', { until: '2020-01-01T10:00:00Z' }, 'until', 'date.invalid'],
    ['an end on a day that does not exist', { until: '2026-02-30T10:00:00Z' }, 'until', 'date.invalid'],
    ['an end at an hour that does not exist', { until: '2026-03-29T25:00:00Z' }, 'until', 'date.invalid'],
    ['an end without its zone', { until: '2026-03-29T02:30:00' }, 'until', 'date.invalid'],
  ])('to charge with %s are refused, naming the field', async (_, more, field, code) => {
    const house = await buildHouse('{"maxWh":58000,"minChargeW":1400,"maxChargeW":11000,"maxDischargeW":0}')
    const refused = await house.order('charge', more)
    expect([refused.statusCode, refused.json().errors]).toEqual([422, [expect.objectContaining({ field, code })]])
  })

  it('of people are limited to two hundred a day for each site', async () => {
    const [house, other] = [await buildHouse(), await buildHouse()]
    const { runtime } = portal
    expect(overridesPerDay).toBe(200)
    expect((await house.order('hold')).statusCode).toBe(201)
    await inTransaction(runtime, trx =>
      countOfDay(trx, runtime.clock, `overrides:${house.site.id}`, overridesPerDay, { amount: overridesPerDay - 2 }),
    )
    expect((await house.order('idle')).statusCode).toBe(201)
    const refused = await house.order('hold')
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'budget.used_up'])
    // Earlier orders continue, and the other site has its own budget.
    const control = (await house.kim.get(`/api/backend/energy-sites/${house.site.id}/control/`)).json()
    expect(control.storages[0].override).toMatchObject({ mode: 'idle' })
    expect((await other.order('hold')).statusCode).toBe(201)
  })
})
