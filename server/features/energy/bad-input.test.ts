import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readingsMax, readingsPerDay } from '#contract/energy-limits.ts'
import type { SentReading } from '#contract/energy-readings.ts'
import { dayMs, hourMs, instantText } from '#server/clock.ts'
import { buildStorage } from '#server/testing/build-energy.ts'
import { engines } from '#server/testing/engines.ts'
import { openPushingSite, readingsOfChannel } from '#server/testing/pushing-site.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { createMessageIntake, type MessageIntake } from './energy-message.commands.ts'

describe.each(engines)('bad input on %s', engine => {
  let portal: TestApp
  let intake: MessageIntake
  beforeAll(async () => {
    portal = await openTestApp(engine)
    intake = createMessageIntake(portal.runtime)
  })
  afterAll(() => portal.close())

  const openHouse = async () => {
    const { site, url, push, channels } = await openPushingSite(portal, [
      { key: 'grid' },
      { key: 'counter', measure: 'import' },
      { key: 'pv', role: 'pv' },
    ])
    const token = url.split('/')[3] ?? ''
    const sender = await intake.logIn({ user: site.key ?? '', password: token }, '')
    if (sender === undefined) throw new Error('The site has no token.')
    const prefix = sender.prefix
    const message = (topic: string, payload: string) =>
      intake.take(sender, { topic, payload: Buffer.from(payload), isKept: false })
    const codes = async () =>
      (
        await portal.runtime.db
          .selectFrom('energy_rejection')
          .select('code')
          .where('site_id', '=', site.id)
          .orderBy('id')
          .execute()
      ).map(({ code }) => code)
    const pushText = (payload: string) =>
      portal.app.inject({ method: 'POST', url, headers: { 'content-type': 'application/json' }, payload })
    return { site, push, pushText, channels, prefix, message, codes }
  }
  const at = (ms: number) => instantText(new Date(portal.clock.now().getTime() + ms))

  const levels = (count: number): unknown => (count === 0 ? 1 : [levels(count - 1)])

  /** Each reading is sent in one batch with a good one, and refused with its code. */
  const wrong: readonly (readonly [what: string, reading: () => SentReading, code: string])[] = [
    ['a reading from tomorrow', () => ({ channel: 'grid', at: at(dayMs), value: 1 }), 'at.future'],
    ['a clock that is an hour ahead', () => ({ channel: 'grid', at: at(hourMs), value: 1 }), 'at.future'],
    ['a reading older than what is kept', () => ({ channel: 'grid', at: at(-36 * dayMs), value: 1 }), 'at.too_old'],
    ['a day that does not exist', () => ({ channel: 'grid', at: '2026-02-30T10:00:00Z', value: 1 }), 'value.invalid'],
    ['NaN', () => ({ channel: 'grid', at: at(0), value: 'NaN' }), 'value.invalid'],
    ['a number as text', () => ({ channel: 'grid', at: at(0), value: '12' }), 'value.invalid'],
    ['nothing', () => ({ channel: 'grid', at: at(0), value: null }), 'value.invalid'],
    ['a counter of 10^18', () => ({ channel: 'counter', at: at(0), value: 1e18 }), 'value.implausible'],
    ['watts where kilowatts were meant', () => ({ channel: 'grid', at: at(0), value: 412_500 }), 'value.implausible'],
    ['generation below nothing', () => ({ channel: 'pv', at: at(0), value: -2_000 }), 'value.implausible'],
    ['a channel that was deleted', () => ({ channel: 'gone', at: at(0), value: 1 }), 'channel.unknown'],
    ['a key that is no text', () => ({ channel: 7, at: at(0), value: 1 }), 'channel.unknown'],
    ['a key of thousands of letters', () => ({ channel: 'x'.repeat(5_000), value: 1 }), 'channel.unknown'],
    ['a key with a zero byte', () => ({ channel: 'grid\0', value: 1 }), 'channel.unknown'],
    ['a key with half a character', () => ({ channel: '\ud83d', value: 1 }), 'channel.unknown'],
    ['a key that is an object', () => ({ channel: { key: 'grid' }, value: 1 }), 'channel.unknown'],
    ['a time that is an object', () => ({ channel: 'grid', at: {}, value: 1 }), 'value.invalid'],
    ['a time that is a number', () => ({ channel: 'grid', at: 1_800_000_000, value: 1 }), 'value.invalid'],
    ['a value that is a list', () => ({ channel: 'grid', value: [1] }), 'value.invalid'],
    ['a value with thousands of values', () => ({ channel: 'grid', value: Array(30_000).fill([]) }), 'value.invalid'],
    ['a value of many levels', () => ({ channel: 'grid', value: levels(90) }), 'value.invalid'],
    ['a reading that is none', () => JSON.parse('null'), 'channel.unknown'],
  ]

  it.each(wrong)(
    'by HTTPS and MQTT: %s costs none of the others, and its site keeps the code',
    async (_, reading, code) => {
      const { push, prefix, message, channels, codes } = await openHouse()
      const good = (ms: number) => ({ channel: 'grid', at: at(ms), value: 5 })
      const answer = await push([good(-2_000), reading(), good(-1_000)])
      expect([answer.statusCode, answer.json()]).toEqual([200, { accepted: 2, rejected: [{ index: 1, code }] }])
      const taken = await message(
        `${prefix}readings`,
        JSON.stringify({ readings: [good(-4_000), reading(), good(-3_000)] }),
      )
      expect(taken).toEqual({ refusal: null, reason: `1 of 3 refused: ${code}` })
      expect((await readingsOfChannel(portal, channels[0]?.number ?? 0)).length).toBe(4)
      expect(await codes()).toEqual([code, code])
    },
  )

  it.each(['NaN', 'Infinity', '-Infinity', 'nan', '-inf'])(
    'by HTTPS and MQTT: a bare %s, which is no JSON, costs none of the others and is named with channel and time',
    async word => {
      const { site, pushText, prefix, message, channels } = await openHouse()
      const time = at(-1_000)
      const batch = (ms: number) =>
        `{"readings":[{"channel":"grid","at":"${at(ms)}","value":5},{"channel":"grid","at":"${time}","value":${word}}]}`
      const answer = await pushText(batch(-3_000))
      const rejected = [{ index: 1, code: 'value.invalid' }]
      expect([answer.statusCode, answer.json()]).toEqual([200, { accepted: 1, rejected }])
      expect(await message(`${prefix}readings`, batch(-2_000))).toMatchObject({ refusal: null })
      expect(await readingsOfChannel(portal, channels[0]?.number ?? 0)).toHaveLength(2)
      const line = { channel: 'grid', value: word, reading_at: time, code: 'value.invalid' }
      expect(
        await portal.runtime.db
          .selectFrom('energy_rejection')
          .select(['channel', 'value', 'reading_at', 'code'])
          .where('site_id', '=', site.id)
          .execute(),
      ).toEqual([line, line])
    },
  )

  it('by HTTPS and MQTT: a key that reaches into prototypes gives its reading no value, and costs none of the others', async () => {
    const { pushText, prefix, message, channels, codes } = await openHouse()
    const batch = (ms: number) =>
      `{"readings":[{"channel":"grid","at":"${at(ms)}","value":5},{"channel":"grid","__proto__":{"value":7}}]}`
    const answer = await pushText(batch(-2_000))
    const rejected = [{ index: 1, code: 'value.invalid' }]
    expect([answer.statusCode, answer.json()]).toEqual([200, { accepted: 1, rejected }])
    expect(await message(`${prefix}readings`, batch(-1_000))).toMatchObject({ refusal: null })
    expect(await codes()).toEqual(['value.invalid', 'value.invalid'])
    expect(await readingsOfChannel(portal, channels[0]?.number ?? 0)).toHaveLength(2)
  })

  it('by MQTT: a value of more levels than can be written costs none of the others', async () => {
    const { site, prefix, message } = await openHouse()
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const readings = `{"readings":[{"channel":"grid","value":${deep}},{"channel":"grid","value":5}]}`
    expect(await message(`${prefix}readings`, readings)).toMatchObject({ refusal: null })
    expect(
      await portal.runtime.db.selectFrom('energy_rejection').select('value').where('site_id', '=', site.id).execute(),
    ).toEqual([{ value: '[…]' }])
  })

  it.each([
    ['malformed JSON', '{"readings":[', 'message.invalid'],
    ['no readings', '{"readings":[]}', 'message.invalid'],
    ['a list', '[1]', 'message.invalid'],
    [
      'one reading too many',
      JSON.stringify({ readings: Array(readingsMax + 1).fill({ channel: 'grid', value: 1 }) }),
      'message.too_many',
    ],
    ['a field that nobody knows', '{"readings":[{"channel":"grid","value":1}],"more":1}', 'message.invalid'],
  ])('by MQTT: %s is refused as a whole, and kept for the page of the site', async (_, payload, code) => {
    const { prefix, message, channels, codes } = await openHouse()
    expect(await message(`${prefix}readings`, payload)).toMatchObject({ refusal: code })
    expect(await codes()).toEqual([code])
    expect(await readingsOfChannel(portal, channels[0]?.number ?? 0)).toEqual([])
  })

  const junk = Array.from({ length: 4_000 }, (_, index) =>
    String.fromCodePoint(0x4e00 + ((index * 7_919) % 20_000)),
  ).join('')
  it.each([
    ['a name with a zero byte', 'tele/zaehler/SENSOR', { SML: { 'Power\0': 1 } }],
    ['a name of thousands of letters', 'tele/zaehler/SENSOR', { SML: { [junk]: 1 } }],
    [
      'a component of thousands of letters',
      'plug/events/rpc',
      { method: 'NotifyStatus', params: { [`em:${junk}`]: { total_act_power: 1 } } },
    ],
    [
      'a component with a zero byte',
      'plug/events/rpc',
      { method: 'NotifyStatus', params: { 'em:\0': { total_act_power: 1 } } },
    ],
    ['a method that is no text', 'plug/events/rpc', { method: { toString: 1, valueOf: 1 }, params: {} }],
    [
      'a description with a zero byte',
      'homeassistant/sensor/x/config',
      { name: 'a\0', state_topic: 'x/y', unit_of_measurement: 'W' },
    ],
    ['a topic with a zero byte', 'homeassistant/sensor/x/config', { state_topic: 'x/\0', unit_of_measurement: 'W' }],
    [
      'a topic of thousands of letters',
      'homeassistant/sensor/x/config',
      { state_topic: junk, unit_of_measurement: 'W' },
    ],
    [
      'a template with a zero byte',
      'homeassistant/sensor/x/config',
      { state_topic: 'x/y', value_template: "{{ value_json['\0'] }}", unit_of_measurement: 'W' },
    ],
    [
      'a template of thousands of letters',
      'homeassistant/sensor/x/config',
      { state_topic: 'x/y', value_template: `{{ value_json['${junk}'] }}`, unit_of_measurement: 'W' },
    ],
    [
      'a setting with a zero byte',
      'homeassistant/select/x/config',
      { name: 'a\0', command_topic: 'x/set', state_topic: 'x/\0', options: ['auto\0'] },
    ],
    ['a report with a zero byte', 'evcc/site/batteryMode', '\0'],
  ])('by MQTT: a device that sends %s costs none of the others', async (_, topic, payload) => {
    const { site, prefix, message, channels } = await openHouse()
    await buildStorage(portal.runtime, { site_id: site.id, command_target: JSON.stringify({ kind: 'evcc_battery' }) })
    const [good] = await Promise.all([
      message(`${prefix}channel/grid`, '1'),
      message(`${prefix}${topic}`, typeof payload === 'string' ? payload : JSON.stringify(payload)),
    ])
    expect(good).toEqual({ refusal: null })
    expect(await readingsOfChannel(portal, channels[0]?.number ?? 0)).toHaveLength(1)
  })

  it('by MQTT from a site that fills the database is refused for the rest of the day', async () => {
    const { site, prefix, message, channels } = await openHouse()
    await message(`${prefix}channel/grid`, '1')
    await portal.runtime.db
      .updateTable('throttle')
      .set({ failures: readingsPerDay })
      .where('key', '=', `readings:${site.id}`)
      .execute()
    portal.clock.advance(1_000)
    expect((await message(`${prefix}channel/grid`, '2')).refusal).toBe('budget.used_up')
    expect((await readingsOfChannel(portal, channels[0]?.number ?? 0)).length).toBe(1)
  })

  it('of one site is not noticed by another', async () => {
    const one = await openHouse()
    const other = await openHouse()
    const flood = Array.from({ length: 300 }, (_, index) => one.message(`${one.prefix}channel/grid`, `x${index}`))
    const foreign = one.message(`${other.prefix}channel/grid`, '5')
    const good = other.message(`${other.prefix}channel/grid`, '7')
    expect(await good).toEqual({ refusal: null })
    expect((await foreign).refusal).toBe('topic.foreign')
    await Promise.all(flood)
    expect((await one.codes()).length).toBe(50)
    expect(await other.codes()).toEqual([])
    const values = await readingsOfChannel(portal, other.channels[0]?.number ?? 0)
    expect(values.map(({ value_millionths }) => value_millionths)).toEqual([7_000_000])
  })
})
