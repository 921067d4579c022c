/** Commands on their way: through a real mosquitto to receivers shaped as evcc and Home Assistant, and back. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { hourMs, instantText, minuteMs } from '#server/clock.ts'
import type { PostCommand } from '#server/features/energy/storage-command.commands.ts'
import { startBrokerLink } from '#server/outgoing/broker-client.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildChannel, buildSite, buildStorage } from '#server/testing/build-energy.ts'
import { engines } from '#server/testing/engines.ts'
import { type Mosquitto, mosquittoPub, mosquittoSub, startMosquitto } from '#server/testing/mosquitto.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { createMessageIntake } from './energy-message.commands.ts'
import { sendCommands, updateCommands } from './storage-command.commands.ts'

let built = 0

describe.each(engines)('commands on %s', engine => {
  let portal: TestApp
  let mosquitto: Mosquitto
  let post: PostCommand
  let isConnected: () => boolean
  let stop: () => Promise<void>
  beforeAll(async () => {
    portal = await openTestApp(engine, { env: { MQTT_URL: 'mqtt://127.0.0.1:1' } })
    mosquitto = await startMosquitto(['allow_anonymous true'])
    const link = startBrokerLink({
      url: `mqtt://127.0.0.1:${mosquitto.port}`,
      clientId: 'portal',
      subscriptions: [{ topic: '$share/portal/pm/+/#', qos: 1 }],
      log: portal.runtime.log,
      take: createMessageIntake(portal.runtime).takeFromBroker,
    })
    isConnected = link.isConnected
    post = (_site, message) => link.send(message)
    stop = async () => {
      await link.stop()
      await mosquitto.stop()
      await portal.close()
    }
  })
  afterAll(() => stop())

  const at = (agoMs = 0) => instantText(new Date(portal.clock.now().getTime() - agoMs))
  const look = async ({ runtime }: Pick<TestApp, 'runtime'> = portal) => {
    await updateCommands(runtime)
    await sendCommands(runtime, post)
  }

  /** A heard site that is controlled, with one storage and a customer who uses it. */
  async function buildHouse(commandTarget: object, { kind = 'battery', ...technical }: Record<string, unknown> = {}) {
    await expect.poll(() => isConnected()).toBe(true)
    built += 1
    const { runtime } = portal
    const key = `house-${engine}-${built}`
    const site = await buildSite(runtime, { key, token_hash: key, control: 'on', state: 'ok', last_reading_at: at() })
    const storage = await buildStorage(runtime, {
      site_id: site.id,
      name: 'Hausakku',
      kind: kind as 'battery',
      command_target: JSON.stringify(commandTarget),
    })
    const all = { ...JSON.parse(storage.technical), maxDischargeW: 5_000, ...technical }
    await runtime.db
      .updateTable('energy_storage')
      .set({ technical: JSON.stringify(all) })
      .where('id', '=', storage.id)
      .execute()
    const dimmed = await buildChannel(runtime, { site_id: site.id, measure: 'dimmed' })
    const kim = await portal.loginAs(await buildUser(runtime, { customerId: site.customer_id }))
    const account = { username: 'x', password: 'x', port: mosquitto.port }
    const receiver = mosquittoSub({ ...account, topic: `pm/${key}/#` })
    await receiver.ready
    onTestFinished(async () => {
      await receiver.stop()
      await runtime.db.deleteFrom('energy_site').where('id', '=', site.id).execute()
    })
    return {
      site,
      storage,
      dimmed,
      kim,
      receiver,
      received: (topic: string) =>
        receiver.messages
          .filter(line => line.startsWith(`message: pm/${key}/${topic} `))
          .map(line => line.slice(`message: pm/${key}/${topic} `.length)),
      say: (topic: string, message: string) => mosquittoPub({ ...account, topic: `pm/${key}/${topic}`, message }),
      order: (mode: string, more: object = {}) =>
        kim.post('/api/backend/energy-overrides/', {
          storageId: storage.id,
          mode,
          until: at(-2 * hourMs),
          ...more,
        }),
      commands: async () =>
        (await kim.get(`/api/backend/energy-commands/?site=${site.id}`)).json().results as {
          mode: string
          powerW: number | null
          state: string
          endedAt: string | null
          sentence: string
          answer: string
        }[],
      control: async () => (await kim.get(`/api/backend/energy-sites/${site.id}/control/`)).json(),
      hear: () =>
        runtime.db.updateTable('energy_site').set({ last_reading_at: at() }).where('id', '=', site.id).execute(),
      reported: async (text: string) => {
        await expect
          .poll(
            async () =>
              (await runtime.db.selectFrom('energy_report').select('text').where('site_id', '=', site.id).execute()).at(
                0,
              )?.text,
            { timeout: 10_000 },
          )
          .toBe(text)
      },
      plan: async (mode: string, powerW: number | null = null) => {
        const from = portal.clock.now().getTime() - (portal.clock.now().getTime() % (15 * minuteMs))
        const facts = { valueCt: 31, chargeEfficiency: 1, importCt: 26, exportCt: 8, time: null, until: null }
        const step = {
          startsAt: instantText(new Date(from)),
          storages: [{ id: storage.id, mode, powerW, reason: 'worth_more_later', facts }],
        }
        const head = JSON.stringify({ steps: [step], missed: [] })
        await runtime.db
          .insertInto('energy_plan')
          .values({
            id: `${key}-${mode}`,
            site_id: site.id,
            at_ms: portal.clock.now().getTime(),
            made_at: at(),
            plan: '',
            status: 'optimal',
            head,
          })
          .execute()
      },
    }
  }

  it('to a battery of evcc follow plan and override, are confirmed, and end with one click', async () => {
    const house = await buildHouse({ kind: 'evcc_battery' })
    await house.plan('hold')
    await look()
    await expect.poll(() => house.received('evcc/site/batteryMode/set')).toEqual(['hold'])
    expect(await house.commands()).toMatchObject([
      {
        mode: 'hold',
        state: 'sent',
        endedAt: null,
        sentence: 'Hausakku wartet: gespeicherter Strom ist 31,0\u00a0ct wert, Netzstrom kostet gerade 26,0\u00a0ct.',
      },
    ])
    // evcc publishes its mode.
    await house.say('evcc/site/batteryMode', 'hold')
    await house.reported('hold')
    await look()
    expect(await house.commands()).toMatchObject([{ state: 'confirmed' }])

    // Not repeated within half a minute; after that, while it is in force.
    await look()
    portal.clock.advance(31_000)
    await house.hear()
    await look()
    await expect.poll(() => house.received('evcc/site/batteryMode/set')).toEqual(['hold', 'hold'])

    const override = (await house.order('charge', { powerW: 3_000 })).json()
    expect(override).toMatchObject({ mode: 'charge', powerW: 3_000, by: 'customer', permissions: ['end'] })
    await look()
    await expect.poll(() => house.received('evcc/site/batteryMode/set')).toEqual(['hold', 'hold', 'charge'])
    expect((await house.control()).storages[0]).toMatchObject({
      override: { id: override.id },
      command: { mode: 'charge', overrideId: override.id, state: 'sent' },
      suggestion: { mode: 'hold' },
    })
    // The old report does not count for the new command.
    await look()
    expect((await house.commands())[0]).toMatchObject({ mode: 'charge', state: 'sent' })

    expect((await house.kim.delete(`/api/backend/energy-overrides/${override.id}/`)).statusCode).toBe(204)
    await look()
    await expect.poll(() => house.received('evcc/site/batteryMode/set').at(-1)).toBe('hold')

    await house.order('charge')
    const stopped = await house.kim.patch(`/api/backend/energy-sites/${house.site.id}/`, { control: 'off' })
    expect(stopped.statusCode).toBe(200)
    await look()
    await expect.poll(() => house.received('evcc/site/batteryMode/set').at(-1)).toBe('normal')
    expect((await house.commands()).every(({ endedAt }) => endedAt !== null)).toBe(true)
    expect((await house.control()).storages[0]).toMatchObject({ override: null, command: null })
    const count = house.received('evcc/site/batteryMode/set').length
    portal.clock.advance(31_000)
    await house.hear()
    await look()
    expect((await house.commands()).filter(({ endedAt }) => endedAt === null)).toEqual([])
    expect(house.received('evcc/site/batteryMode/set')).toHaveLength(count)
    const refused = await house.order('charge')
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'energy_site.not_controlled'])
  })

  it('to a loadpoint of evcc restore the previous mode', async () => {
    const house = await buildHouse(
      { kind: 'evcc_loadpoint', loadpoint: 1 },
      { kind: 'car', maxChargeW: 11_000, minChargeW: 4_140 },
    )
    await house.say('evcc/loadpoints/1/mode', 'minpv')
    await house.reported('minpv')
    await house.order('charge')
    await look()
    await expect.poll(() => house.received('evcc/loadpoints/1/mode/set')).toEqual(['now'])
    await house.say('evcc/loadpoints/1/mode', 'now')
    await house.reported('now')
    await look()
    expect(await house.commands()).toMatchObject([{ state: 'confirmed' }])
    portal.clock.advance(2 * hourMs)
    await house.hear()
    await look()
    await expect.poll(() => house.received('evcc/loadpoints/1/mode/set').at(-1)).toBe('minpv')
    expect((await house.commands()).filter(({ endedAt }) => endedAt === null)).toEqual([])
  })

  it('reach a select of Home Assistant that its device has described, and a device that refuses is quoted', async () => {
    const house = await buildHouse({ kind: 'homeassistant', topic: 'inverter/work_mode/set' })
    await house.say(
      'homeassistant/select/inverter/config',
      JSON.stringify({
        '~': 'inverter/work_mode',
        name: 'Betriebsart',
        cmd_t: '~/set',
        stat_t: '~',
        ops: ['Normal', 'Hold', 'Force charge'],
        dev: { name: 'Wechselrichter' },
      }),
    )
    const admin = await portal.client('admin')
    await expect
      .poll(async () => (await admin.get(`/api/backend/energy-sites/${house.site.id}/command-targets/`)).json().results)
      .toMatchObject([{ topic: 'inverter/work_mode/set', name: 'Wechselrichter Betriebsart', component: 'select' }])
    expect((await house.control()).storages[0].modes).toEqual(['auto', 'hold', 'charge'])
    expect((await house.order('discharge')).json()).toMatchObject({ errors: [{ field: 'mode' }] })
    await house.order('charge')
    await look()
    await expect.poll(() => house.received('inverter/work_mode/set')).toEqual(['Force charge'])
    await house.say('inverter/work_mode', 'Force charge')
    await house.reported('Force charge')
    await look()
    expect(await house.commands()).toMatchObject([{ state: 'confirmed' }])

    const ours = await buildHouse({ kind: 'own' })
    await ours.order('charge', { powerW: 2_000 })
    await look()
    const topic = `${ours.storage.id}/set`
    await expect.poll(() => ours.received(topic)).toHaveLength(1)
    expect(JSON.parse(ours.received(topic)[0] ?? '')).toMatchObject({
      mode: 'charge',
      powerW: 2_000,
      reason: 'demanded',
    })
    await ours.say(`${ours.storage.id}/state`, '{"refused":"Akku zu kalt"}')
    await ours.reported('{"refused":"Akku zu kalt"}')
    await look()
    expect(await ours.commands()).toMatchObject([{ state: 'refused', answer: 'Akku zu kalt' }])
  })

  it('followed at once by a newer one are superseded, and are listed as such', async () => {
    const house = await buildHouse({ kind: 'own' })
    await house.order('hold')
    await look()
    await house.order('idle')
    await look()
    portal.clock.advance(95_000)
    await house.hear()
    await look()
    await house.order('hold')
    await look()
    expect((await house.commands()).map(({ mode, state }) => [mode, state])).toEqual([
      ['hold', 'sent'],
      ['idle', 'expired'],
      ['hold', 'superseded'],
    ])
    const url = `/api/backend/energy-commands/?site=${house.site.id}&state=superseded&storage=${house.storage.id}`
    expect((await house.kim.get(url)).json()).toMatchObject({ count: 1, results: [{ state: 'superseded' }] })
  })

  it('to a receiver that stays silent are not confirmed after ninety seconds', async () => {
    const house = await buildHouse({ kind: 'own' })
    await house.order('hold')
    await look()
    portal.clock.advance(80_000)
    await house.hear()
    await look()
    expect(await house.commands()).toMatchObject([{ state: 'sent' }])
    portal.clock.advance(15_000)
    await look()
    expect(await house.commands()).toMatchObject([{ state: 'expired', endedAt: null }])
    await house.say(`${house.storage.id}/state`, '{"mode":"hold"}')
    await house.reported('{"mode":"hold"}')
    await look()
    expect(await house.commands()).toMatchObject([{ state: 'confirmed' }])
  })

  it('end when nothing was read for five minutes, and begin again with the next reading', async () => {
    const house = await buildHouse({ kind: 'own' })
    await house.order('hold')
    await look()
    portal.clock.advance(5 * minuteMs + 1_000)
    await look()
    expect(await house.commands()).toMatchObject([{ endedAt: expect.any(String) }])
    expect(await house.control()).toMatchObject({ isHeard: false })
    await house.hear()
    await look()
    expect((await house.commands())[0]).toMatchObject({ mode: 'hold', endedAt: null })
  })

  it('are limited to 4.2 kW from the grid while the network operator dims, regardless of orders', async () => {
    const house = await buildHouse({ kind: 'own' }, { maxChargeW: 9_000 })
    await house.order('charge')
    await look()
    expect(await house.commands()).toMatchObject([{ powerW: 9_000 }])
    const dim = (value: number) =>
      portal.runtime.db
        .updateTable('energy_channel')
        .set({ last_value_millionths: value * 1_000_000, last_at: at() })
        .where('id', '=', house.dimmed.id)
        .execute()
    await dim(1)
    await look()
    expect((await house.commands())[0]).toMatchObject({ mode: 'charge', powerW: 4_200, reason: 'grid_limit' })
    expect(await house.control()).toMatchObject({ isDimmed: true })
    await dim(0)
    await look()
    expect((await house.commands())[0]).toMatchObject({ mode: 'charge', powerW: 9_000 })
  })

  it('are suggested only, and nothing is sent, until control is switched on', async () => {
    const house = await buildHouse({ kind: 'own' })
    await house.kim.patch(`/api/backend/energy-sites/${house.site.id}/`, { control: 'suggest' })
    await house.plan('charge', 2_500)
    await look()
    expect(await house.commands()).toEqual([])
    expect((await house.control()).storages[0]).toMatchObject({ suggestion: { mode: 'charge', powerW: 2_500 } })
    await house.kim.patch(`/api/backend/energy-sites/${house.site.id}/`, { control: 'on' })
    await look()
    expect(await house.commands()).toMatchObject([{ mode: 'charge', powerW: 2_500 }])
  })

  it('of two instances are made and sent once, and those of one that died are made up for', async () => {
    const house = await buildHouse({ kind: 'own' })
    const other = await openTestApp(engine, { instanceOn: portal.database })
    onTestFinished(() => other.close())
    other.clock.advance(portal.clock.now().getTime() - other.clock.now().getTime())
    const pass = async (ms: number) => {
      portal.clock.advance(ms)
      other.clock.advance(ms)
      await house.hear()
    }
    await house.order('hold')
    await Promise.all([look(), look(other), look(), look(other)])
    expect(await house.commands()).toHaveLength(1)
    await expect.poll(() => house.received(`${house.storage.id}/set`)).toHaveLength(1)
    // It claims the next sending and dies.
    await pass(31_000)
    await expect(
      sendCommands(portal.runtime, () => {
        throw new Error('killed')
      }),
    ).rejects.toThrow('killed')
    await look(other)
    expect(house.received(`${house.storage.id}/set`)).toHaveLength(1)
    await pass(31_000)
    await look(other)
    await expect.poll(() => house.received(`${house.storage.id}/set`)).toHaveLength(2)
  })

  it('and overrides of other customers do not exist; orders are checked and logged', async () => {
    const house = await buildHouse({ kind: 'own' })
    const stranger = await portal.client('customer')
    const until = at(-hourMs)
    const order = (body: object) => stranger.post('/api/backend/energy-overrides/', body)
    expect((await order({ storageId: house.storage.id, mode: 'hold', until })).statusCode).toBe(422)
    const { id } = (await house.order('hold')).json()
    expect((await stranger.delete(`/api/backend/energy-overrides/${id}/`)).statusCode).toBe(404)
    expect((await stranger.get(`/api/backend/energy-sites/${house.site.id}/control/`)).statusCode).toBe(404)
    const codes = async (body: object) =>
      (await house.order('charge', body)).json().errors?.map(({ field }: { field: string }) => field)
    expect(await codes({ until: at(minuteMs) })).toEqual(['until'])
    expect(await codes({ until: at(-8 * 24 * hourMs) })).toEqual(['until'])
    expect(await codes({ powerW: 6_000 })).toEqual(['powerW'])
    expect(await codes({ powerW: -1 })).toEqual(['powerW'])
    const audit = await portal.runtime.db
      .selectFrom('audit_entry')
      .select(['action', 'details'])
      .where('subject_id', '=', house.site.id)
      .execute()
    expect(audit.map(({ action }) => action)).toEqual(['energy_site.override_started'])
    expect(audit[0]?.details).toContain('Hausakku: hold')
  })
})
