import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readingsMax, readingsPerDay, rejectionsMax } from '#contract/energy-limits.ts'
import { instantText } from '#server/clock.ts'
import { engines } from '#server/testing/engines.ts'
import { openPushingSite, readingsOfChannel } from '#server/testing/pushing-site.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { slotMs, slotOf } from './channel-slots.rules.ts'
import { rollUp } from './slot.commands.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

describe.each(engines)('readings on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  beforeAll(async () => {
    portal = await openTestApp(engine)
  })
  // The clock advances by days, and sessions end.
  beforeEach(async () => {
    admin = await portal.client('admin')
  })
  afterAll(() => portal.close())

  const now = () => portal.clock.now().getTime()
  const text = (at: number) => instantText(new Date(at))
  const rejectionsOf = (siteId: string) =>
    portal.runtime.db.selectFrom('energy_rejection').selectAll().where('site_id', '=', siteId).orderBy('id').execute()

  it('are taken one by one: a wrong one is refused by its code, and none of the others', async () => {
    const { site, push } = await openPushingSite(portal, [
      { key: 'grid' },
      { key: 'pv', role: 'pv' },
      { key: 'counter', measure: 'import' },
      { key: 'level', role: 'battery', measure: 'level' },
      { key: 'dimmed', measure: 'dimmed' },
    ])
    const at = text(now() - minute)
    const answer = await push([
      { channel: 'grid', at, value: 412.5 },
      { channel: 'unknown', at, value: 1 },
      { channel: 'grid', at, value: 'NaN' },
      { channel: 'grid', at, value: null },
      { channel: 'grid', at: 'yesterday', value: 1 },
      { channel: 'grid', at: '2026-03-29T00:07:10', value: 1 },
      { channel: 'grid', at: text(now() + day), value: 1 },
      { channel: 'grid', at: text(now() - 36 * day), value: 1 },
      { channel: 'grid', at, value: 30_001 },
      { channel: 'pv', at, value: -50 },
      { channel: 'pv', at, value: -51 },
      { channel: 'counter', at, value: 10 ** 18 },
      { channel: 'counter', at, value: -1 },
      { channel: 'level', at, value: 101 },
      { channel: 'dimmed', at, value: true },
      { channel: 'dimmed', at, value: 0.5 },
      {},
      { channel: 'level', value: 50 },
    ])
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      accepted: 4,
      rejected: [
        { index: 1, code: 'channel.unknown' },
        { index: 2, code: 'value.invalid' },
        { index: 3, code: 'value.invalid' },
        { index: 4, code: 'value.invalid' },
        { index: 5, code: 'value.invalid' },
        { index: 6, code: 'at.future' },
        { index: 7, code: 'at.too_old' },
        { index: 8, code: 'value.implausible' },
        { index: 10, code: 'value.implausible' },
        { index: 11, code: 'value.implausible' },
        { index: 12, code: 'value.implausible' },
        { index: 13, code: 'value.implausible' },
        { index: 15, code: 'value.invalid' },
        { index: 16, code: 'channel.unknown' },
      ],
    })
    expect(await rejectionsOf(site.id)).toHaveLength(14)
    expect((await rejectionsOf(site.id))[5]).toMatchObject({
      channel: 'grid',
      value: '1',
      reading_at: text(now() + day),
      code: 'at.future',
    })
  })

  it('that were refused are shown as one line without invisible characters', async () => {
    const { site, push } = await openPushingSite(portal)
    await push([{ channel: 'Netz\r\nBcc: x\u202egnp.exe', value: 'a\tb' }])
    expect(await rejectionsOf(site.id)).toMatchObject([
      { channel: 'Netz\ufffd\ufffdBcc: x\ufffdgnp.exe', value: 'a\ufffdb', reading_at: '' },
    ])
  })

  it('that were refused are shown in a few characters, regardless of the input', async () => {
    const { site, push } = await openPushingSite(portal)
    const long = 'x'.repeat(500)
    await push([
      { channel: { toString: 1 }, at: [null], value: { a: [1, true] } },
      { channel: long, at: long, value: [long] },
    ])
    const short = 'x'.repeat(100)
    expect(await rejectionsOf(site.id)).toMatchObject([
      { channel: '{"toString":1}', reading_at: '[null]', value: '{"a":[1,true]}' },
      { channel: short, reading_at: short, value: `["${short.slice(2)}` },
    ])
  })

  it('that were refused are kept with channel, value and time, the newest fifty of each site', async () => {
    const { site, push } = await openPushingSite(portal)
    const other = await openPushingSite(portal)
    await other.push([{ channel: 'x', value: 1 }])
    for (const round of [1, 2]) {
      await push(Array.from({ length: 40 }, (_, index) => ({ channel: `x-${round}-${index}`, value: index })))
    }
    const kept = await rejectionsOf(site.id)
    expect(kept).toHaveLength(rejectionsMax)
    expect(kept.map(({ channel }) => channel)).toContain('x-2-0')
    expect(kept.map(({ channel }) => channel)).not.toContain('x-1-0')
    expect(await rejectionsOf(other.site.id)).toHaveLength(1)
    // Sent at the same time, they share a transaction.
    const many = Array.from({ length: 40 }, (_, index) => ({ channel: `x-3-${index}`, value: index }))
    await Promise.all([push(many), other.push(many)])
    expect(await rejectionsOf(site.id)).toHaveLength(rejectionsMax)
    expect(await rejectionsOf(other.site.id)).toHaveLength(41)
  })

  it('that jump again and again keep no refusal off the page, however often their slots are computed', async () => {
    const { site, push } = await openPushingSite(portal, [{ key: 'counter', measure: 'import' }])
    const start = slotOf(now() - hour)
    const reading = (place: number, value: number) => ({ channel: 'counter', at: text(start + place * 5_000), value })
    // A later value is known: values in between may have any height.
    await push([reading(170, 500_000)])
    await push([reading(0, 1_000)])
    const jumping = Array.from({ length: 120 }, (_, place) => reading(place + 1, place % 2 ? 1_000 + place : 90_000))
    expect((await push(jumping)).json()).toEqual({ accepted: 120, rejected: [] })
    for (let round = 1; round <= 8; round += 1) {
      const unknown = Array.from({ length: 10 }, (_, index) => ({ channel: `unknown-${round}-${index}`, value: 1 }))
      await push([...unknown, reading(150 + round, 1_200)])
      await rollUp(portal.runtime)
      const codes = (await rejectionsOf(site.id)).map(({ code }) => code)
      expect(codes).toContain('value.implausible')
      expect(codes.filter(code => code === 'channel.unknown').length).toBeGreaterThanOrEqual(Math.min(40, round * 10))
    }
  })

  it('have no effect when repeated, and are replaced by another value of the same time', async () => {
    const { push, channels } = await openPushingSite(portal)
    const at = text(now() - minute)
    const number = channels[0]?.number ?? 0
    for (const value of [100, 100, 200]) expect((await push([{ channel: 'grid', at, value }])).json().accepted).toBe(1)
    expect(await readingsOfChannel(portal, number)).toMatchObject([{ value_millionths: 200_000_000 }])
    expect((await admin.get(`/api/backend/energy-channels/${channels[0]?.id}/`)).json()).toMatchObject({
      lastValue: 200,
      lastAt: at,
    })
  })

  it('of a counter may fall, and may not rise faster than its channel allows', async () => {
    const { push, channels } = await openPushingSite(portal, [{ key: 'c', measure: 'import', max_w: 10_000 }])
    const from = slotOf(now()) - 5 * slotMs
    const send = async (minutes: number, value: number) =>
      (await push([{ channel: 'c', at: text(from + minutes * minute), value }])).json()
    expect(await send(0, 5_001)).toMatchObject({ accepted: 1 })
    expect(await send(6, 6_001)).toMatchObject({ accepted: 1 })
    expect(await send(7, 9_001)).toMatchObject({ rejected: [{ index: 0, code: 'value.implausible' }] })
    expect(await send(12, 0)).toMatchObject({ accepted: 1 })
    // It was an outlier: the counter is back.
    expect(await send(13, 6_101)).toMatchObject({ accepted: 1 })
    expect(await readingsOfChannel(portal, channels[0]?.number ?? 0)).toHaveLength(4)
  })

  it('are refused without a valid token, of another site, after its removal, and for a network that guesses', async () => {
    const { site, url, push } = await openPushingSite(portal)
    const other = await openPushingSite(portal, [{ key: 'other' }])
    expect((await other.push([{ channel: 'grid', value: 1 }])).json().rejected).toMatchObject([
      { code: 'channel.unknown' },
    ])
    expect((await push([{ channel: 'grid', value: 1 }])).statusCode).toBe(200)
    await admin.delete(`/api/backend/energy-sites/${site.id}/key/`)
    expect((await push([{ channel: 'grid', value: 1 }])).statusCode).toBe(404)
    // Its body is no longer read.
    expect((await portal.app.inject({ method: 'POST', url, payload: '{"readings":[' })).statusCode).toBe(404)
    const guess = (at: number) =>
      portal.app.inject({
        method: 'POST',
        url: url.replace(/energy\/.*\/readings/, `energy/guess-${at}/readings`),
        payload: { readings: [{}] },
        remoteAddress: '198.51.100.77',
      })
    const statuses = []
    for (let at = 0; at < 31; at += 1) statuses.push((await guess(at)).statusCode)
    expect(new Set(statuses.slice(0, 30))).toEqual(new Set([404]))
    expect(statuses[30]).toBe(429)
  })

  it('are not read before their address is known: neither guesses nor a site that sends too often cost a body', async () => {
    const { url, push } = await openPushingSite(portal)
    const guessed = url.replace(/energy\/.*\/readings/, 'energy/guess/readings')
    const bodies = ['{"readings":[', `{"readings":[${' '.repeat(1_100_000)}]}`, gzipSync(' '.repeat(2_000_000))]
    const post = (to: string, payload: string | Buffer) =>
      portal.app.inject({
        method: 'POST',
        url: to,
        payload,
        headers: {
          'content-type': 'application/json',
          ...(typeof payload !== 'string' && { 'content-encoding': 'gzip' }),
        },
        remoteAddress: '198.51.100.78',
      })
    const statusesOf = async (to: string) => {
      const statuses = []
      for (const body of bodies) statuses.push((await post(to, body)).statusCode)
      return statuses
    }
    expect(await statusesOf(guessed)).toEqual([404, 404, 404])
    for (let at = 0; at < 28; at += 1) await post(guessed, '{}')
    expect(await statusesOf(guessed)).toEqual([429, 429, 429])
    expect(await statusesOf(url)).toEqual([422, 413, 413])
    for (let at = 0; at < 120; at += 1) await push([{ channel: 'grid', value: 1 }])
    expect(await statusesOf(url)).toEqual([429, 429, 429])
  })

  it('of a site that sends too often are refused with the time to wait', async () => {
    const { push } = await openPushingSite(portal)
    let answer = await push([{ channel: 'grid', value: 1 }])
    for (let at = 1; at <= 120; at += 1) answer = await push([{ channel: 'grid', value: 1 }])
    expect(answer.statusCode).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect((await (await openPushingSite(portal)).push([{ channel: 'grid', value: 1 }])).statusCode).toBe(200)
  })

  it('of a site that sends full pushes one after the other wait, so that others get answers', async () => {
    const { url, push } = await openPushingSite(portal)
    const full = Array.from({ length: readingsMax }, () => ({ channel: 'grid', value: 1 }))
    for (let at = 0; at < 4; at += 1) expect((await push(full)).statusCode).toBe(200)
    const refused = await push([{ channel: 'grid', value: 1 }])
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1'])
    // Before its body is read.
    const unread = await portal.visitor().send('POST', url, { headers: { 'content-type': 'application/json' } })
    expect(unread.statusCode).toBe(429)
    portal.clock.advance(1_000)
    expect((await push([{ channel: 'grid', value: 1 }])).statusCode).toBe(200)
    expect((await (await openPushingSite(portal)).push(full)).statusCode).toBe(200)
  })

  it('of a site that sends full pushes at once are refused beyond its allowance, and nothing of those is stored', async () => {
    const { url, channels } = await openPushingSite(portal)
    const from = now() - day
    const pushAt = (push: number) =>
      portal.app.inject({
        method: 'POST',
        url,
        payload: gzipSync(
          JSON.stringify({
            readings: Array.from({ length: readingsMax }, (_, index) => ({
              channel: 'grid',
              at: text(from - (push * readingsMax + index) * 1_000),
              value: index,
            })),
          }),
        ),
        headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      })
    const answers = await Promise.all(Array.from({ length: 12 }, (_, push) => pushAt(push)))
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(4)
    expect(refused).toHaveLength(8)
    for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(await readingsOfChannel(portal, channels[0]?.number ?? 0)).toHaveLength(4 * readingsMax)
  })

  it('of a site that fills the database are refused for the rest of the day, and nothing of them is stored', async () => {
    const { site, push, channels } = await openPushingSite(portal)
    const readings = [1, 2, 3].map(at => ({ channel: 'grid', at: text(now() - at * 1_000), value: at }))
    expect((await push(readings)).statusCode).toBe(200)
    const counted = portal.runtime.db.updateTable('throttle').where('key', '=', `readings:${site.id}`)
    const [before] = await counted
      .set({ failures: readingsPerDay - 2 })
      .returning('failures')
      .execute()
    expect(before).toEqual({ failures: readingsPerDay - 2 })
    const count = async () => (await readingsOfChannel(portal, channels[0]?.number ?? 0)).length
    const stored = await count()
    const later = readings.map(reading => ({ ...reading, at: text(now() - hour - reading.value * 1_000) }))
    const answer = await push(later)
    expect([answer.statusCode, answer.json().code]).toEqual([429, 'budget.used_up'])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(60)
    expect(await count()).toBe(stored)
    expect((await push(later.slice(0, 2))).statusCode).toBe(200)
    expect((await (await openPushingSite(portal)).push(later)).statusCode).toBe(200)
  })

  it('of a counter that cannot have risen so fast count as well, because they are looked up among the others', async () => {
    const { site, push } = await openPushingSite(portal, [{ key: 'import', measure: 'import' }])
    const readingAt = (secondsAgo: number, value: number) => ({
      channel: 'import',
      at: text(now() - secondsAgo * 1_000),
      value,
    })
    expect((await push([readingAt(9, 1_000)])).json().accepted).toBe(1)
    const jumps = [3, 2, 1].map(secondsAgo => readingAt(secondsAgo, 10 ** 9 - secondsAgo))
    expect((await push(jumps)).json()).toMatchObject({ accepted: 0, rejected: [{ code: 'value.implausible' }, {}, {}] })
    await portal.runtime.db
      .updateTable('throttle')
      .where('key', '=', `readings:${site.id}`)
      .set({ failures: readingsPerDay - 2 })
      .execute()
    expect((await push(jumps)).statusCode).toBe(429)
    expect((await push(jumps.slice(0, 2))).statusCode).toBe(200)
    expect((await push(jumps.slice(0, 1))).statusCode).toBe(429)
  })

  it('in a body that cannot be read are refused as a whole', async () => {
    const { url, push } = await openPushingSite(portal)
    const post = (payload: string | Buffer, headers: Record<string, string> = {}) =>
      portal.app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json', ...headers } })
    expect((await push([])).statusCode).toBe(422)
    expect(
      (await push(Array.from({ length: readingsMax + 1 }, () => ({ channel: 'grid', value: 1 })))).statusCode,
    ).toBe(422)
    for (const text of ['{"readings":[', '[]', '{"readings":{}}', '{"readings":1}']) {
      expect([text, (await post(text)).statusCode]).toEqual([text, 422])
    }
    expect((await post(`{"readings":[${' '.repeat(1_100_000)}]}`)).statusCode).toBe(413)
    const zip = { 'content-encoding': 'gzip' }
    expect((await post(gzipSync(`{"readings":[${' '.repeat(50_000_000)}]}`), zip)).statusCode).toBe(413)
    expect((await post('no gzip', zip)).statusCode).toBe(422)
    expect((await post('{}', { 'content-encoding': 'br' })).statusCode).toBe(415)
  })

  it('in a body that was refused as a whole leave one line, with its time and its fault, on the page of the site', async () => {
    const { site, url, push } = await openPushingSite(portal)
    const zip = { 'content-encoding': 'gzip' }
    const wrong: readonly (readonly [payload: string | Buffer, headers: Record<string, string>, code: string])[] = [
      [JSON.stringify({ readings: Array(readingsMax + 1).fill({ channel: 'grid', value: 1 }) }), {}, 'too_many'],
      ['{"readings":[{', {}, 'invalid'],
      [Buffer.from([0xff, 0xfe]), {}, 'invalid'],
      [`{"readings":[${'['.repeat(200)}`, {}, 'invalid'],
      ['{"readings":[]}', {}, 'invalid'],
      [' '.repeat(2_000_000), {}, 'too_large'],
      [gzipSync(' '.repeat(20_000_000)), zip, 'too_large'],
      ['no gzip', zip, 'invalid'],
      ['{}', { 'content-encoding': 'br' }, 'invalid'],
      ['readings=1', { 'content-type': 'application/x-www-form-urlencoded' }, 'invalid'],
    ]
    for (const [payload, headers] of wrong) {
      await portal.app.inject({
        ...{ method: 'POST', url, payload },
        headers: { 'content-type': 'application/json', ...headers },
      })
    }
    await push([{ channel: 'grid', value: 1 }])
    const { results } = (await admin.get(`/api/backend/energy-sites/${site.id}/rejections/`)).json()
    expect(results.toReversed()).toMatchObject(
      wrong.map(([, , code]) => ({ channel: '', value: '', at: text(now()), code: `message.${code}` })),
    )
  })

  it('in bodies that were refused leave nothing for a wrong token or beyond the pushes of a minute, and the newest fifty', async () => {
    const { site, url } = await openPushingSite(portal)
    const post = (to: string, payload: string) =>
      portal.app.inject({ method: 'POST', url: to, payload, headers: { 'content-type': 'application/json' } })
    const before = await portal.runtime.db.selectFrom('energy_rejection').select('id').execute()
    expect((await post(url.replace(/energy\/.*\/readings/, 'energy/guess/readings'), '{')).statusCode).toBe(404)
    expect(await portal.runtime.db.selectFrom('energy_rejection').select('id').execute()).toHaveLength(before.length)
    const statuses = await Promise.all(Array.from({ length: 130 }, async () => (await post(url, '{')).statusCode))
    expect(statuses.filter(status => status === 422)).toHaveLength(120)
    expect(statuses.filter(status => status === 429)).toHaveLength(10)
    const kept = await rejectionsOf(site.id)
    expect(kept).toHaveLength(rejectionsMax)
    await post(url, '{')
    expect((await rejectionsOf(site.id)).map(({ id }) => id)).toEqual(kept.map(({ id }) => id))
  })

  it('are taken five thousand at once, packed', async () => {
    const { url, channels } = await openPushingSite(portal)
    const from = slotOf(now()) - 20 * hour
    const readings = Array.from({ length: readingsMax }, (_, index) => ({
      channel: 'grid',
      at: text(from + index * 10_000),
      value: index % 1_000,
    }))
    const answer = await portal.app.inject({
      method: 'POST',
      url,
      payload: gzipSync(JSON.stringify({ readings })),
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    })
    expect(answer.json()).toEqual({ accepted: readingsMax, rejected: [] })
    expect(await readingsOfChannel(portal, channels[0]?.number ?? 0)).toHaveLength(readingsMax)
  })
})
