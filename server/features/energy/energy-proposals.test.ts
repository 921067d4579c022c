import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { proposalsPerSiteMax } from '#contract/energy-limits.ts'
import { engines } from '#server/testing/engines.ts'
import { openPushingSite, readingsOfChannel } from '#server/testing/pushing-site.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { createMessageIntake, type MessageIntake } from './energy-message.commands.ts'

describe.each(engines)('values that devices send on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  let intake: MessageIntake
  beforeAll(async () => {
    portal = await openTestApp(engine)
    admin = await portal.client('admin')
    intake = createMessageIntake(portal.runtime)
  })
  afterAll(() => portal.close())

  const openHouse = async () => {
    const { site, url, push } = await openPushingSite(portal, [])
    const sender = await intake.logIn({ user: site.key ?? '', password: url.split('/')[3] ?? '' }, '')
    if (sender === undefined) throw new Error('The site has no token.')
    const send = (topic: string, payload: unknown, isKept = false) =>
      intake.take(sender, {
        topic: `${sender.prefix}${topic}`,
        payload: Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload)),
        isKept,
      })
    const proposals = async () =>
      (await admin.get(`/api/backend/energy-sites/${site.id}/proposals/`)).json().results as {
        id: string
        source: unknown
        role: string | null
        measure: string | null
        factor: number
        example: string | null
      }[]
    const assign = async (index: number, body: object = {}) =>
      admin.post(`/api/backend/energy-proposals/${(await proposals())[index]?.id}/channel/`, body)
    const valuesOf = async (channelId: string) => {
      const channel = await portal.runtime.db
        .selectFrom('energy_channel')
        .select('number')
        .where('id', '=', channelId)
        .executeTakeFirstOrThrow()
      return (await readingsOfChannel(portal, channel.number)).map(row => row.value_millionths / 1_000_000)
    }
    return { site, push, send, proposals, assign, valuesOf }
  }

  it('are proposed with an example, and count once they are assigned', async () => {
    const { send, proposals, assign, valuesOf } = await openHouse()
    expect(await send('evcc/site/grid/power', '412.5')).toEqual({ refusal: null })
    expect(await proposals()).toMatchObject([
      {
        source: { adapter: 'evcc', topic: 'evcc/site/grid/power', path: '' },
        role: 'grid',
        measure: 'power',
        factor: 1,
        unit: 'W',
        example: '412.5',
      },
    ])
    const assigned = await assign(0, { name: 'Netz' })
    expect([assigned.statusCode, assigned.json()]).toMatchObject([
      201,
      { key: 'grid-power', name: 'Netz', role: 'grid', measure: 'power', lastValue: null },
    ])
    expect(await proposals()).toEqual([])
    await send('evcc/site/grid/power', '500')
    expect(await valuesOf(assigned.json().id)).toEqual([500])
    expect(await proposals()).toEqual([])
  })

  it('become the channel that waits for its first value, where there is one of its kind', async () => {
    const { site, push, send, assign, valuesOf } = await openHouse()
    const made = await admin.post('/api/backend/energy-channels/', {
      siteId: site.id,
      key: 'grid',
      name: 'Netz, Leistung',
      role: 'grid',
      measure: 'power',
    })
    expect(made.statusCode).toBe(201)
    await send('evcc/site/gridPower', '412.5')
    const taken = (await assign(0)).json()
    const source = { adapter: 'evcc', topic: 'evcc/site/gridPower', path: '' }
    expect(taken).toMatchObject({ id: made.json().id, key: 'grid', name: 'Netz, Leistung', source })
    await send('evcc/site/gridPower', '500')
    expect(await valuesOf(taken.id)).toEqual([500])
    // It has a sender now: a second sender becomes a channel of its own.
    await push([{ channel: 'gird', value: 7 }])
    const second = (await assign(0, { role: 'grid', measure: 'power' })).json()
    expect([second.id === taken.id, second.key]).toEqual([false, 'gird'])
  })

  it('need a role where none is proposed, and get keys of their own', async () => {
    const { send, assign } = await openHouse()
    await send('tele/x/SENSOR', { SML: { abc: 7, def: 8 } })
    const refused = await assign(0)
    expect([refused.statusCode, refused.json().errors]).toMatchObject([422, [{ field: 'role', code: 'required' }]])
    const first = await assign(0, { role: 'heat', measure: 'power' })
    const second = await assign(0, { role: 'heat', measure: 'power' })
    expect([first.json().key, second.json().key]).toEqual(['heat-power', 'heat-power-2'])
    const wrong = await admin.post(`/api/backend/energy-proposals/${first.json().id}/channel/`, {})
    expect(wrong.statusCode).toBe(404)
  })

  it('come by the topics that a description names, with the time of the device where it has one', async () => {
    const { site, send, proposals, assign, valuesOf } = await openHouse()
    await send('homeassistant/sensor/m/config', {
      name: 'Netzbezug',
      state_topic: 'zaehler/state',
      unit_of_measurement: 'kWh',
      device_class: 'energy',
      state_class: 'total_increasing',
      value_template: '{{ value_json.total }}',
    })
    expect(await proposals()).toMatchObject([{ role: 'grid', measure: 'import', factor: 1_000, example: null }])
    await send('zaehler/state', { total: '1234.5' })
    expect(await proposals()).toMatchObject([{ example: '1234.5' }])
    const { id } = (await assign(0)).json()
    await send('zaehler/state', { total: 1_234.6 })
    expect(await valuesOf(id)).toEqual([1_234.6])
    const foreign = await send('homeassistant/sensor/f/config', { state_topic: 'pm/nachbar/x' })
    expect(foreign.refusal).toBe('topic.foreign')
    const refusals = (await admin.get(`/api/backend/energy-sites/${site.id}/rejections/`)).json().results
    expect(refusals).toMatchObject([{ code: 'topic.foreign' }])
  })

  it('are not taken twice when a broker kept them, and nothing old counts as new', async () => {
    const { send, assign, valuesOf } = await openHouse()
    await send('haus/status/em:0', { total_act_power: 100 }, true)
    const { id } = (await assign(0)).json()
    await send('haus/status/em:0', { total_act_power: 100 }, true)
    expect(await valuesOf(id)).toEqual([])
    const ts = portal.clock.now().getTime() / 1_000 - 60
    const notification = { method: 'NotifyStatus', params: { ts, 'em:0': { total_act_power: 120 } } }
    await send('haus/events/rpc', notification, true)
    await send('haus/events/rpc', notification)
    expect(await valuesOf(id)).toEqual([120])
  })

  it('of a push for a channel that the site does not have are refused and proposed', async () => {
    const { push, proposals, assign, valuesOf } = await openHouse()
    const sent = [{ channel: 'pv-dach', value: 100 }]
    expect((await push(sent)).json()).toEqual({ accepted: 0, rejected: [{ index: 0, code: 'channel.unknown' }] })
    expect(await proposals()).toMatchObject([{ source: 'push', role: 'pv', measure: null, example: '100' }])
    const { id, key } = (await assign(0, { measure: 'power' })).json()
    expect(key).toBe('pv-dach')
    expect((await push(sent)).json()).toEqual({ accepted: 1, rejected: [] })
    expect(await valuesOf(id)).toEqual([100])
  })

  it('are limited in number for any input', async () => {
    const { send, proposals } = await openHouse()
    await Promise.all(Array.from({ length: proposalsPerSiteMax + 50 }, (_, index) => send(`werte/${index}`, '1')))
    expect((await proposals()).length).toBe(proposalsPerSiteMax)
  })

  it('turn their sign by one call, and kept readings are counted again', async () => {
    const { send, assign, valuesOf } = await openHouse()
    await send('evcc/site/pvPower', '100')
    const { id } = (await assign(0)).json()
    const refused = await send('evcc/site/pvPower', '-500')
    expect(refused).toMatchObject({ refusal: 'message.invalid', reason: '1 of 1 refused: value.implausible' })
    const turned = await admin.post(`/api/backend/energy-channels/${id}/turned-sign/`)
    expect(turned.json()).toMatchObject({ factor: -1, lastValue: 500 })
    expect(await valuesOf(id)).toEqual([-500])
    const due = await portal.runtime.db.selectFrom('energy_due_slot').selectAll().execute()
    expect(due.length).toBeGreaterThan(0)
  })
})
