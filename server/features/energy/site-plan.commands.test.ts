import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { hashToken, newToken } from '#server/auth/tokens.ts'
import { dayMs, hourMs, instantText, startOfBerlinDay } from '#server/clock.ts'
import { newId } from '#server/database/ids.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { answer } from '#server/energy/energy-answers.ts'
import { createPlanner } from '#server/energy/planner.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildChannel, buildOverride, buildSite, buildStorage, buildTariff } from '#server/testing/build-energy.ts'
import { engines } from '#server/testing/engines.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { testContext } from '#server/testing/test-runtime.ts'
import { slotMs } from './channel-slots.rules.ts'
import { takeReadings } from './energy-reading.commands.ts'
import { demandPlan, demandPlansOfZone } from './plan-due.commands.ts'
import { planSites, removeOldPlans, replanSites } from './site-plan.commands.ts'
import { plansAtOnceMax, unpackPlan } from './site-plan.queries.ts'
import { type PlanInput, planSteps } from './site-plan.rules.ts'

describe.each(engines)('plans on %s', engine => {
  let portal: TestApp
  beforeAll(async () => {
    portal = await openTestApp(engine)
  })
  afterAll(() => portal.close())

  /** A heard site with a dynamic tariff, a half-full battery, and two weeks of a load of 500 W. */
  async function buildHouse({ hasTariff = true, hasLevel = true, hasPrices = true } = {}) {
    const { runtime } = portal
    const now = runtime.clock.now().getTime()
    const at = instantText(new Date(now))
    const site = await buildSite(runtime, { zone: 'AT', state: 'ok', last_reading_at: at })
    const storage = await buildStorage(runtime, { site_id: site.id, name: 'Hausakku' })
    const technical = { ...JSON.parse(storage.technical), maxDischargeW: 5000 }
    await runtime.db
      .updateTable('energy_storage')
      .set({ technical: JSON.stringify(technical) })
      .where('id', '=', storage.id)
      .execute()
    const level = { role: 'battery', measure: 'level', site_id: site.id, storage_id: storage.id } as const
    await buildChannel(runtime, { ...level, ...(hasLevel ? { last_value_millionths: 50_000_000, last_at: at } : {}) })
    if (hasTariff) await buildTariff(runtime, { site_id: site.id, valid_from: '2025-01-01' })
    const from = now - (now % slotMs)
    const slots = Array.from({ length: 14 * 96 }, (_, index) => from - (index + 1) * slotMs)
    await runtime.db
      .insertInto('energy_site_slot')
      .values(
        slots.map(slot => ({
          ...{ site_id: site.id, at_ms: slot, date: '2026-03-01', covered_ms: slotMs, quality: 'measured' as const },
          house_mwh: 125_000,
          pv_mwh: 0,
        })),
      )
      .execute()
    await runtime.db.deleteFrom('energy_price').execute()
    if (hasPrices) {
      const day = startOfBerlinDay('2026-03-10').getTime()
      // Expensive in the evening, cheap at night.
      const spot = (index: number) => (index % 96 > 68 && index % 96 < 84 ? 40_000 : 5_000)
      const rows = Array.from({ length: 192 }, (_, index) => ({
        ...{ zone: 'AT' as const, at_ms: day + index * slotMs, spot_thousandths: spot(index) },
        source: 'smard' as const,
      }))
      await runtime.db.insertInto('energy_price').values(rows).execute()
    }
    onTestFinished(async () => {
      await runtime.db.deleteFrom('energy_site').where('id', '=', site.id).execute()
    })
    return { site, storage, url: `/api/backend/energy-sites/${site.id}/plan/` }
  }

  const latestPlan = async (siteId: string) => {
    const { plan } = await portal.runtime.db
      .selectFrom('energy_plan')
      .select('plan')
      .where('site_id', '=', siteId)
      .orderBy('at_ms', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    return unpackPlan(plan)
  }

  const countPlans = async (siteId: string) =>
    (await portal.runtime.db.selectFrom('energy_plan').select('id').where('site_id', '=', siteId).execute()).length

  it('are made once in a quarter-hour, kept with their input, and explained in sentences', async () => {
    const { site, storage, url } = await buildHouse()
    const kim = await portal.loginAs(await buildUser(portal.runtime, { customerId: site.customer_id }))
    expect((await kim.get(url)).json()).toMatchObject({ plan: null, obstacle: 'waiting' })
    await Promise.all([planSites(portal.runtime), planSites(portal.runtime)])
    await planSites(portal.runtime)
    expect(await countPlans(site.id)).toBe(1)

    const { plan, obstacle, source } = (await kim.get(url)).json()
    expect(obstacle).toBeNull()
    expect(source).toContain('CC BY 4.0')
    expect(plan).toMatchObject({ status: 'optimal', shortfalls: [] })
    expect(plan.minutes).toHaveLength(planSteps)
    expect(plan.loadW[40]).toBe(500)
    expect(plan.costEur).toBeLessThan(plan.selfUseCostEur)
    expect(plan.endValueEur).toBeGreaterThanOrEqual(0)
    expect(plan.costEur - plan.endValueEur).toBeLessThan(plan.selfUseCostEur - plan.selfUseEndValueEur)
    const [battery] = plan.storages
    expect(battery).toMatchObject({ id: storage.id, name: 'Hausakku', kind: 'battery' })
    for (const sentence of battery.sentence) expect(sentence).toMatch(/^Hausakku .+\.$/)
    expect(battery.sentence).toContainEqual(
      expect.stringMatching(
        /^Hausakku deckt, was dem Haus an Strom fehlt: gespeicherter Strom ist 2[45],\d\u00A0ct wert, Netzstrom kostet gerade 6[56],\d\u00A0ct\.$/,
      ),
    )
    // The price of the third day is unknown.
    expect([plan.isPriceEstimated[0], plan.isPriceEstimated[planSteps - 1]]).toEqual([false, true])

    const stranger = await portal.client('customer')
    expect((await stranger.get(url)).statusCode).toBe(404)

    const row = await portal.runtime.db
      .selectFrom('energy_plan')
      .selectAll()
      .where('site_id', '=', site.id)
      .executeTakeFirstOrThrow()
    const { input, output } = unpackPlan(row.plan)
    const planner = createPlanner()
    onTestFinished(() => planner.close())
    const replayed = { ...(await planner.ask('plan', input)), solver: null }
    expect(JSON.stringify(replayed)).toBe(JSON.stringify({ ...output, solver: null }))
  })

  it('that were requested do not wait for those of the quarter-hour, and no site is planned twice', async () => {
    const houses = [await buildHouse(), await buildHouse(), await buildHouse()]
    const ids = houses.map(({ site }) => site.id).toSorted()
    const { runtime } = portal
    const asked: unknown[] = []
    const planner = createPlanner()
    onTestFinished(() => planner.close())
    /** Other runs finish while the first site of this one is planned. */
    const first = (during: () => Promise<void>) => () => ({
      ask: async (...question: Parameters<typeof planner.ask>) => {
        asked.push(question)
        if (asked.length === 1) await during()
        return planner.ask(...question)
      },
      close: async () => {},
    })
    const last = ids.at(-1) ?? ''
    await runtime.db.updateTable('energy_site').set({ plan_due_cause: 'override' }).where('id', '=', last).execute()
    await planSites(runtime, {
      createThread: first(async () => {
        await runtime.db
          .updateTable('energy_site')
          .set({ plan_due_at: instantText(runtime.clock.now()) })
          .where('id', '=', last)
          .execute()
        await replanSites(runtime)
        expect(await Promise.all(ids.map(countPlans))).toEqual([0, 0, 1])
        await planSites(runtime)
      }),
    })
    expect(await Promise.all(ids.map(countPlans))).toEqual([1, 1, 1])
    expect(asked).toHaveLength(1)
  })

  it('for new prices take their turns, and a plan that somebody waits for does not wait for them', async () => {
    const { runtime } = portal
    const [one, other] = [await buildHouse(), await buildHouse()]
    await inTransaction(runtime, trx => demandPlan(trx, runtime, other.site.id, 'override'))
    await inTransaction(runtime, trx => demandPlansOfZone(trx, runtime, 'AT'))
    await replanSites(runtime)
    expect([await countPlans(one.site.id), await countPlans(other.site.id)]).toEqual([0, 1])
    await planSites(runtime)
    const plans = runtime.db.selectFrom('energy_plan').select(['site_id', 'cause']).orderBy('cause')
    expect(await plans.execute()).toEqual([
      { site_id: other.site.id, cause: 'override' },
      { site_id: one.site.id, cause: 'prices' },
    ])
  })

  it('of a site that keeps asking take their turns', async () => {
    const { runtime } = portal
    const [restless, calm] = [await buildHouse(), await buildHouse()]
    await planSites(runtime)
    const demand = (siteId: string) => inTransaction(runtime, trx => demandPlan(trx, runtime, siteId, 'connected'))
    const plans = runtime.db.selectFrom('energy_plan').selectAll().where('site_id', '=', restless.site.id)
    const first = await plans.executeTakeFirstOrThrow()
    const made = Array.from({ length: plansAtOnceMax - 1 }, (_, index) => ({
      ...first,
      id: newId(),
      at_ms: first.at_ms + index + 1,
    }))
    await runtime.db.insertInto('energy_plan').values(made).execute()
    portal.clock.advance(1_000)
    await demand(restless.site.id)
    await demand(calm.site.id)
    await replanSites(runtime)
    expect(await countPlans(restless.site.id)).toBe(plansAtOnceMax)
    expect(await countPlans(calm.site.id)).toBe(2)
    await planSites(runtime)
    expect(await countPlans(restless.site.id)).toBe(plansAtOnceMax + 1)
  })

  it('without a solution in time are recomputed with more time', async () => {
    const { site } = await buildHouse()
    const planner = createPlanner()
    onTestFinished(() => planner.close())
    const limitsMs: unknown[] = []
    await planSites(portal.runtime, {
      createThread: () => ({
        ask: async (task, input) => {
          limitsMs.push((input as PlanInput).options?.limitMs)
          return limitsMs.length === 1 ? answer(task, input, undefined) : planner.ask(task, input)
        },
        close: async () => {},
      }),
    })
    expect(limitsMs).toEqual([undefined, 10_000])
    const { input, output } = await latestPlan(site.id)
    expect([input.options, output.status]).toEqual([{ limitMs: 10_000 }, 'optimal'])
  })

  it('of a process that ends are left to the next run', async () => {
    const { runtime } = portal
    const { site } = await buildHouse()
    await planSites(runtime, { ending: AbortSignal.abort() })
    expect(await countPlans(site.id)).toBe(0)
    await planSites(runtime)
    expect(await countPlans(site.id)).toBe(1)
  })

  it('are kept by quarter-hour with their decisions, and a change by more than 20 ct is stated with its cause', async () => {
    const { site, storage, url } = await buildHouse()
    const dayUrl = url.replace('/plan/', '/plan-day/')
    const kim = await portal.loginAs(await buildUser(portal.runtime, { customerId: site.customer_id }))
    expect((await kim.get(dayUrl)).json()).toMatchObject({ first: null, decisions: [], changes: [] })
    await planSites(portal.runtime)
    portal.clock.advance(slotMs)
    const at = instantText(portal.clock.now())
    await portal.runtime.db.updateTable('energy_site').set({ last_reading_at: at }).where('id', '=', site.id).execute()
    // Nine tenths of the battery are gone.
    await portal.runtime.db
      .updateTable('energy_channel')
      .set({ last_value_millionths: 5_000_000, last_at: at })
      .where('site_id', '=', site.id)
      .execute()
    await planSites(portal.runtime)
    const day = (await kim.get(dayUrl)).json()
    expect(day.decisions).toHaveLength(2)
    const { plan } = (await kim.get(url)).json()
    expect(day.decisions[1]).toMatchObject({
      startsAt: plan.startsAt,
      limits: plan.limits,
      storages: [{ id: storage.id, levelPercent: 5, sentence: plan.storages[0].sentence[0] }],
    })
    expect(day.decisions[0].storages[0].levelPercent).toBe(50)
    expect(day.first.storages).toEqual([{ id: storage.id, levelPercent: expect.any(Array) }])
    expect(Date.parse(day.first.startsAt) + day.first.pvW.length * slotMs).toBe(Date.parse(day.from) + dayMs)
    expect(day.changes).toHaveLength(1)
    expect(day.changes[0]).toMatchObject({ cause: 'level' })
    expect(day.changes[0].changedEur).toBeGreaterThan(0.2)
    expect(day.changes[0].sentence).toMatch(/ct mehr Kosten als der davor: In den Speichern ist weniger als geplant\.$/)
    expect((await kim.get(`${dayUrl}?date=2999-01-01`)).statusCode).toBe(422)
    expect((await (await portal.client('customer')).get(dayUrl)).statusCode).toBe(404)
    portal.clock.advance(-slotMs)
  })

  it.each(['hold', 'pass', 'idle', 'auto'] as const)(
    'follow the orders of people: in the mode %s plan and command agree until the end of the order',
    async mode => {
      const { site, storage } = await buildHouse()
      const { runtime } = portal
      const until = portal.clock.now().getTime() + hourMs
      await buildOverride(runtime, { storage_id: storage.id, mode, until_at: instantText(new Date(until)) })
      await planSites(runtime)
      const { input, output } = await latestPlan(site.id)
      const [planned] = output.storages
      const ordered = planned?.mode.filter((_, step) => Date.parse(input.startsAt) + step * slotMs < until) ?? []
      expect(ordered.length).toBeGreaterThan(3)
      expect(new Set(ordered)).toEqual(new Set([mode]))
      expect(planned?.reason.slice(0, ordered.length)).toEqual(ordered.map(() => 'demanded'))
      expect(planned?.reason[ordered.length]).not.toBe('demanded')
      // Evenings are expensive, and the load is 500 W: whether it is covered follows from the order alone.
      const covers = mode === 'auto' || mode === 'pass'
      expect(planned?.dischargeW.slice(0, ordered.length).every(power => power > 400 === covers)).toBe(true)
    },
  )

  it('follow a dimming order of the network operator for an hour, and show it', async () => {
    const { site, storage, url } = await buildHouse()
    const { runtime } = portal
    await runtime.db
      .updateTable('energy_storage')
      .set({ technical: JSON.stringify({ ...JSON.parse(storage.technical), maxChargeW: 11_000 }) })
      .where('id', '=', storage.id)
      .execute()
    const dimmed = await buildChannel(runtime, { site_id: site.id, measure: 'dimmed' })
    const token = newToken()
    await runtime.db
      .updateTable('energy_site')
      .set({ token_hash: hashToken(token), key: `dimmed-${engine}` })
      .where('id', '=', site.id)
      .execute()
    const dim = async (value: number) => {
      portal.clock.advance(1_000)
      const reading = { channel: dimmed.key, at: instantText(portal.clock.now()), value }
      await takeReadings(testContext(runtime), token, [reading])
    }
    await buildOverride(runtime, { storage_id: storage.id, mode: 'charge', power_w: 11_000 })
    await dim(1)
    await planSites(runtime)
    const { input, output } = await latestPlan(site.id)
    expect(input.storages[0]?.chargeLimitW?.slice(0, 5)).toEqual([4_200, 4_200, 4_200, 4_200, null])
    expect(output.storages[0]?.chargeW[0]).toBe(4_200)
    const admin = await portal.client('admin')
    const { plan } = (await admin.get(url)).json()
    expect(plan.isDimmed.slice(0, 5)).toEqual([true, true, true, true, false])
    const { decisions } = (await admin.get(url.replace('/plan/', '/plan-day/'))).json()
    expect(decisions).toMatchObject([{ isDimmed: true }])
    // Its end is planned at once, as is its beginning.
    await dim(0)
    await planSites(runtime)
    const after = await latestPlan(site.id)
    expect(after.input.storages[0]?.chargeLimitW).toBeUndefined()
    expect(after.output.storages[0]?.chargeW[0]).toBeGreaterThan(4_200)
    const causes = await runtime.db
      .selectFrom('energy_plan')
      .select('cause')
      .where('site_id', '=', site.id)
      .orderBy('at_ms')
      .execute()
    expect(causes.map(({ cause }) => cause)).toEqual(['dimming', 'dimming'])
  })

  it.each([
    ['without a tariff', { hasTariff: false }, 'no_tariff', []],
    ['without any price', { hasPrices: false }, 'no_prices', []],
    ['without a level', { hasLevel: false }, 'no_storage', ['Hausakku']],
  ])('are not made %s, and the page shows why', async (_, house, obstacle, unplanned) => {
    const { site, url } = await buildHouse(house)
    await planSites(portal.runtime)
    expect(await countPlans(site.id)).toBe(0)
    const admin = await portal.client('admin')
    expect((await admin.get(url)).json()).toEqual({ plan: null, obstacle, unplanned, source: null })
  })

  it('end when readings are missing, and old ones are removed', async () => {
    const { site, url } = await buildHouse()
    await planSites(portal.runtime)
    portal.clock.advance(hourMs)
    await planSites(portal.runtime)
    expect(await countPlans(site.id)).toBe(1)
    const admin = await portal.client('admin')
    expect((await admin.get(url)).json()).toMatchObject({ plan: null, obstacle: 'silent' })
    portal.clock.advance(15 * dayMs)
    await removeOldPlans(portal.runtime)
    expect(await countPlans(site.id)).toBe(0)
  })

  it('are made by rules with a solver that hangs', async () => {
    portal.clock.advance(-(15 * dayMs + hourMs))
    const { site, url } = await buildHouse()
    const file = new URL('../../testing/crashing-planner-thread.ts', import.meta.url)
    await planSites(portal.runtime, { createThread: () => createPlanner(file) })
    expect(await countPlans(site.id)).toBe(1)
    const admin = await portal.client('admin')
    const { plan } = (await admin.get(url)).json()
    expect(plan.status).toBe('rules')
    expect(plan.storages[0].sentence[0]).toContain('läuft nach festen Regeln')
  })
})
