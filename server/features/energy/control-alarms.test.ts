/** Messages about plans, devices and prices: each once. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { calendarDate, hourMs, instantText, minuteMs, startOfBerlinDay } from '#server/clock.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildChannel, buildSite, buildStorage, buildTariff } from '#server/testing/build-energy.ts'
import { buildCustomer } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { slotMs } from './channel-slots.rules.ts'
import { noticeControl } from './control-alarm.commands.ts'
import { dateAfter } from './energy-bill.rules.ts'
import { notifyNegativePrices } from './negative-price.commands.ts'
import { sendCommands, updateCommands } from './storage-command.commands.ts'

describe.each(engines)('messages about control on %s', engine => {
  let portal: TestApp
  beforeEach(async () => {
    portal = await openTestApp(engine, { env: { PUBLIC_URL: 'http://portal.example.org' } })
  })
  afterEach(() => portal.close())

  const at = (aheadMs = 0) => instantText(new Date(portal.clock.now().getTime() + aheadMs))

  async function buildHouse(control: 'suggest' | 'on', kind: 'battery' | 'car' = 'battery') {
    const { runtime } = portal
    const customer = await buildCustomer(runtime, { email: 'kim@example.org', is_email_confirmed: 1 })
    const site = await buildSite(runtime, {
      customer_id: customer.id,
      name: 'Haus am Hang',
      key: 'house',
      token_hash: 'house',
      control,
      state: 'ok',
      last_reading_at: at(),
      updated_at: at(-2 * hourMs),
    })
    const storage = await buildStorage(runtime, {
      site_id: site.id,
      name: kind === 'car' ? 'Auto' : 'Hausakku',
      kind,
      command_target: '{"kind":"own"}',
    })
    const hear = () =>
      runtime.db.updateTable('energy_site').set({ last_reading_at: at() }).where('id', '=', site.id).execute()
    const addPlan = (status: string, missed: object[] = []) =>
      runtime.db
        .insertInto('energy_plan')
        .values({
          id: at(),
          site_id: site.id,
          at_ms: portal.clock.now().getTime(),
          made_at: at(),
          plan: '',
          status,
          head: JSON.stringify({ steps: [], missed }),
        })
        .execute()
    const alarms = async () => {
      const rows = await runtime.db
        .selectFrom('energy_alarm')
        .select(['kind', 'ended_at'])
        .where('site_id', '=', site.id)
        .orderBy('id')
        .execute()
      return rows.map(({ kind, ended_at }) => (ended_at === null ? kind : `${kind} over`))
    }
    return { site, storage, customer, hear, addPlan, alarms }
  }

  const mails = async () =>
    (await portal.runtime.db.selectFrom('outbox_mail').select(['subject', 'text']).orderBy('id').execute()).map(
      ({ subject, text }) => `${subject}\n${text}`,
    )
  const notice = () => noticeControl(portal.runtime)

  it('report a plan that fell back to rules for an hour', async () => {
    const house = await buildHouse('suggest')
    await house.addPlan('optimal')
    portal.clock.advance(50 * minuteMs)
    await house.addPlan('rules')
    await notice()
    expect(await house.alarms()).toEqual([])
    portal.clock.advance(15 * minuteMs)
    await notice()
    await notice()
    expect(await house.alarms()).toEqual(['plan_by_rules'])
    expect(await mails()).toEqual([expect.stringContaining('Kein Fahrplan')])
    await house.addPlan('optimal')
    await notice()
    expect(await house.alarms()).toEqual(['plan_by_rules over'])
  })

  it('report a departure that cannot be met, before it is too late, and a car that is not there in time', async () => {
    const house = await buildHouse('suggest', 'car')
    await house.addPlan('optimal', [{ storageId: house.storage.id, at: at(5 * hourMs), wh: 4_000 }])
    await notice()
    await notice()
    expect(await house.alarms()).toEqual(['goal_missed'])
    expect(await mails()).toEqual([expect.stringContaining('Abfahrt gefährdet (Auto)')])
    // It is away: its plan is no alarm while there is time.
    const { runtime } = portal
    const ofCar = { role: 'car', site_id: house.site.id, storage_id: house.storage.id, last_at: at() } as const
    await buildChannel(runtime, { ...ofCar, measure: 'connected', last_value_millionths: 0 })
    await buildChannel(runtime, { ...ofCar, measure: 'level', last_value_millionths: 20_000_000 })
    await notice()
    expect(await house.alarms()).toEqual(['goal_missed over'])
    // 6 kWh with 5 kW are 72 minutes, and an hour before that.
    const departure = new Date(portal.clock.now().getTime() + 130 * minuteMs)
    const time = departure.toLocaleTimeString('de-DE', {
      timeZone: 'Europe/Berlin',
      hour: '2-digit',
      minute: '2-digit',
    })
    const schedule = { departures: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], time, levelPercent: 80 }], awayUntil: null }
    await runtime.db
      .updateTable('energy_storage')
      .set({ schedule: JSON.stringify(schedule) })
      .where('id', '=', house.storage.id)
      .execute()
    portal.clock.advance(minuteMs)
    await notice()
    expect((await house.alarms()).filter(kind => kind === 'goal_missed')).toEqual(['goal_missed'])
  })

  it('report a device that does not follow, once, until it confirms', async () => {
    const house = await buildHouse('on')
    const kim = await portal.loginAs(await buildUser(portal.runtime, { customerId: house.customer.id }))
    const order = (mode: string) =>
      kim.post('/api/backend/energy-overrides/', { storageId: house.storage.id, mode, until: at(5 * hourMs) })
    const look = async () => {
      await house.hear()
      await house.addPlan('optimal')
      await updateCommands(portal.runtime)
      await sendCommands(portal.runtime, () => true)
      await updateCommands(portal.runtime)
      await notice()
    }
    expect((await order('hold')).statusCode).toBe(201)
    await look()
    portal.clock.advance(4 * minuteMs)
    await look()
    expect(await house.alarms()).toEqual([])
    portal.clock.advance(2 * minuteMs)
    await look()
    expect(await house.alarms()).toEqual(['device_disobeys'])
    // Another order is the same matter.
    await order('idle')
    portal.clock.advance(10_000)
    await look()
    expect(await house.alarms()).toEqual(['device_disobeys'])
    await portal.runtime.db
      .insertInto('energy_report')
      .values({ storage_id: house.storage.id, site_id: house.site.id, text: 'idle', at: at() })
      .execute()
    portal.clock.advance(10_000)
    await look()
    expect(await house.alarms()).toEqual(['device_disobeys over'])
    const subjects = (await mails()).map(mail => mail.split('\n')[0])
    expect(subjects).toEqual(['Problem mit der Anlage: Haus am Hang', 'Wieder in Ordnung: Haus am Hang'])
  })

  it('report negative prices for tomorrow, once, and only where the tariff follows the exchange', async () => {
    const house = await buildHouse('suggest')
    await portal.runtime.db.deleteFrom('energy_price').execute()
    const day = startOfBerlinDay(dateAfter(calendarDate(portal.clock.now()), 1)).getTime()
    const spot = (index: number) => (index >= 44 && index < 56 ? -500 : 5_000)
    const rows = Array.from({ length: 96 }, (_, index) => ({
      ...{
        zone: house.site.zone,
        at_ms: day + index * slotMs,
        spot_thousandths: spot(index),
        source: 'smard' as const,
      },
    }))
    await portal.runtime.db.insertInto('energy_price').values(rows).execute()
    await notifyNegativePrices(portal.runtime)
    expect(await mails()).toEqual([])
    await buildTariff(portal.runtime, { site_id: house.site.id, valid_from: '2025-01-01' })
    await notifyNegativePrices(portal.runtime)
    await notifyNegativePrices(portal.runtime)
    expect(await mails()).toEqual([expect.stringMatching(/^Strompreis unter null am [\s\S]*11:00 bis 14:00/)])
  })
})
