/** Alarms of a site: they begin, are mailed once, end, and are muted. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dayMs, hourMs, instantText, minuteMs } from '#server/clock.ts'
import { newId } from '#server/database/ids.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { storeProfile } from '#server/features/business-profile/business-profile.commands.ts'
import { getProfile } from '#server/features/business-profile/business-profile.queries.ts'
import { buildChannel, buildSite } from '#server/testing/build-energy.ts'
import { buildCustomer } from '#server/testing/build-tickets.ts'
import { countWaiting } from '#server/testing/count-waiting.ts'
import { engines } from '#server/testing/engines.ts'
import { openPushingSite } from '#server/testing/pushing-site.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { watchedAtOnce } from './alarm.queries.ts'
import { notifyAlarms } from './alarm-notice.commands.ts'
import { energyJobs } from './energy.jobs.ts'

describe.each(engines)('alarms on %s', engine => {
  let portal: TestApp
  beforeEach(async () => {
    portal = await openTestApp(engine, { env: { PUBLIC_URL: 'http://portal.example.org' } })
    const { profile } = await getProfile(portal.runtime.db)
    await inTransaction(portal.runtime, trx =>
      storeProfile(trx, portal.runtime, { ...profile, email: 'post@example.org' }),
    )
  })
  afterEach(() => portal.close())

  const run = async (kind: string) => energyJobs.find(job => job.kind === kind)?.run(portal.runtime, null)
  const notice = () => run('energy-silence')
  const at = (agoMs = 0) => instantText(new Date(portal.clock.now().getTime() - agoMs))
  const alarmsOf = async (siteId: string) =>
    (await (await portal.client('admin')).get(`/api/backend/energy-sites/${siteId}/alarms/`)).json()
  const kindsOf = async (siteId: string) => {
    const { results } = await alarmsOf(siteId)
    return results.map((alarm: { kind: string; endedAt: string | null }) =>
      alarm.endedAt === null ? alarm.kind : `${alarm.kind} over`,
    )
  }
  const subjects = async () =>
    (await portal.runtime.db.selectFrom('outbox_mail').select('subject').orderBy('id').execute()).map(
      ({ subject }) => subject,
    )

  it('report a silent site once, and once more when it is heard again', async () => {
    const { site, push } = await openPushingSite(portal)
    await push([{ channel: 'grid', value: 100 }])
    portal.clock.advance(14 * minuteMs)
    await notice()
    expect(await kindsOf(site.id)).toEqual([])
    portal.clock.advance(2 * minuteMs)
    await notice()
    await notice()
    expect(await kindsOf(site.id)).toEqual(['site_silent'])
    const listed = await (await portal.client('admin')).get('/api/backend/energy-sites/?alarms=open')
    expect(listed.json()).toMatchObject({ count: 1, results: [{ id: site.id, alarms: 1 }] })
    expect(await subjects()).toEqual([`Problem mit der Anlage: ${site.name}`])
    await push([{ channel: 'grid', value: 100 }])
    await notice()
    await notice()
    expect(await kindsOf(site.id)).toEqual(['site_silent over'])
    expect(await subjects()).toEqual([`Problem mit der Anlage: ${site.name}`, `Wieder in Ordnung: ${site.name}`])
  })

  it('are mailed by only one of two instances that check at the same time', async () => {
    const { push } = await openPushingSite(portal)
    await push([{ channel: 'grid', value: 100 }])
    const { db } = portal.runtime
    const { id, site_id } = await db.selectFrom('energy_channel').select(['id', 'site_id']).executeTakeFirstOrThrow()
    await db
      .insertInto('energy_alarm')
      .values({ id: newId(), site_id, kind: 'sign', subject_id: id, started_at: at() })
      .execute()
    const held = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    const other = inTransaction(portal.runtime, async trx => {
      await trx.updateTable('energy_alarm').set({ is_start_told: 1 }).execute()
      held.resolve()
      await end.promise
    })
    await held.promise
    const own = notifyAlarms(portal.runtime)
    if (engine === 'postgres') await expect.poll(() => countWaiting(db)).toBe(1)
    end.resolve()
    await Promise.all([other, own])
    expect(await subjects()).toEqual([])
  })

  it('are noticed at every site, however many there are', async () => {
    const { id: customer_id } = await buildCustomer(portal.runtime)
    const value = { last_value_millionths: 1 }
    for (let index = 0; index <= watchedAtOnce; index += 1) {
      const site = await buildSite(portal.runtime, { customer_id, state: 'ok', last_reading_at: at() })
      await buildChannel(portal.runtime, { ...value, site_id: site.id, key: 'grid', last_at: at(hourMs) })
      await buildChannel(portal.runtime, { ...value, site_id: site.id, key: 'pv', last_at: at(), wrong_signs: 20 })
    }
    await notice()
    const { db } = portal.runtime
    const count = (kind: 'channel_silent' | 'sign') =>
      db.selectFrom('energy_alarm').select('id').where('kind', '=', kind).execute()
    expect(await count('channel_silent')).toHaveLength(watchedAtOnce + 1)
    expect(await count('sign')).toHaveLength(watchedAtOnce + 1)
  })

  it('name a channel that is silent while others send, but neither a car nor an inverter at night', async () => {
    const { site, push } = await openPushingSite(portal, [
      { key: 'grid', name: 'Zähler' },
      { key: 'heat', role: 'heat', name: 'Wärmepumpe' },
      { key: 'pv', role: 'pv', name: 'Dach' },
      { key: 'car', role: 'car', name: 'Auto' },
    ])
    // Night in Germany.
    const night = Date.parse(`${at().slice(0, 10)}T23:00:00.000Z`)
    portal.clock.advance(night - portal.clock.now().getTime() + (night < portal.clock.now().getTime() ? dayMs : 0))
    await push(['grid', 'heat', 'pv', 'car'].map(channel => ({ channel, value: 10 })))
    portal.clock.advance(20 * minuteMs)
    await push([{ channel: 'grid', value: 10 }])
    await notice()
    expect(await alarmsOf(site.id)).toMatchObject({
      results: [{ kind: 'channel_silent', channelName: 'Wärmepumpe', endedAt: null }],
    })
    // Noon.
    portal.clock.advance(13 * hourMs)
    await push([
      { channel: 'grid', value: 10 },
      { channel: 'heat', value: 10 },
    ])
    await notice()
    expect(await kindsOf(site.id)).toEqual(['channel_silent', 'channel_silent over'])
  })

  it('of an inverter that failed by day last through the nights until it sends, mailed once and once more when over', async () => {
    const { site, push } = await openPushingSite(portal, [{ key: 'grid' }, { key: 'pv', role: 'pv', name: 'Dach' }])
    const noon = Date.parse(`${at().slice(0, 10)}T11:00:00.000Z`)
    portal.clock.advance(noon - portal.clock.now().getTime() + (noon < portal.clock.now().getTime() ? dayMs : 0))
    await push(['grid', 'pv'].map(channel => ({ channel, value: 10 })))
    const begun = `Problem mit der Anlage: ${site.name}`
    // Afternoon, night, and the next noon.
    for (const hours of [1, 11, 12, 12]) {
      portal.clock.advance(hours * hourMs)
      await push([{ channel: 'grid', value: 10 }])
      await notice()
      expect([await kindsOf(site.id), await subjects()]).toEqual([['channel_silent'], [begun]])
    }
    await push([{ channel: 'pv', value: 10 }])
    await notice()
    expect(await kindsOf(site.id)).toEqual(['channel_silent over'])
    expect(await subjects()).toEqual([begun, `Wieder in Ordnung: ${site.name}`])
    // At night it sleeps again.
    portal.clock.advance(hourMs)
    await push([{ channel: 'grid', value: 10 }])
    await notice()
    expect(await subjects()).toHaveLength(2)
  })

  it('that were muted in between are mailed once, and once more when over; those that were over before are not', async () => {
    const { site, push } = await openPushingSite(portal)
    const other = await openPushingSite(portal)
    const mute = async (id: string, days: number | null) =>
      (await portal.client('admin')).put(`/api/backend/energy-sites/${id}/mutes/`, {
        kind: 'site_silent',
        until: days === null ? null : at(-days * dayMs).slice(0, 10),
      })
    await push([{ channel: 'grid', value: 100 }])
    await other.push([{ channel: 'grid', value: 100 }])
    expect((await mute(other.site.id, 2)).statusCode).toBe(200)
    portal.clock.advance(hourMs)
    await notice()
    const begun = `Problem mit der Anlage: ${site.name}`
    expect(await subjects()).toEqual([begun])
    expect((await mute(site.id, 2)).statusCode).toBe(200)
    await push([{ channel: 'grid', value: 100 }])
    await other.push([{ channel: 'grid', value: 100 }])
    await notice()
    expect(await subjects()).toEqual([begun])
    expect((await mute(site.id, null)).statusCode).toBe(200)
    await push([{ channel: 'grid', value: 100 }])
    await notice()
    expect(await subjects()).toEqual([begun, `Wieder in Ordnung: ${site.name}`])
    portal.clock.advance(4 * dayMs)
    await other.push([{ channel: 'grid', value: 100 }])
    await push([{ channel: 'grid', value: 100 }])
    await notice()
    await notice()
    expect(await subjects()).toEqual([begun, `Wieder in Ordnung: ${site.name}`])
  })

  it('stay silent while muted, and are neither counted nor mailed; the end of a muting is at most a year ahead', async () => {
    const { site, push } = await openPushingSite(portal)
    await push([{ channel: 'grid', value: 100 }])
    const client = await portal.client('admin')
    const mutes = `/api/backend/energy-sites/${site.id}/mutes/`
    const until = at(-2 * dayMs).slice(0, 10)
    expect((await client.put(mutes, { kind: 'site_silent', until })).statusCode).toBe(200)
    expect((await client.put(mutes, { kind: 'sign', until: at(-400 * dayMs).slice(0, 10) })).statusCode).toBe(422)
    expect((await client.put(mutes, { kind: 'sign', until: at(2 * dayMs).slice(0, 10) })).statusCode).toBe(422)
    portal.clock.advance(hourMs)
    await notice()
    expect(await kindsOf(site.id)).toEqual(['site_silent'])
    expect((await (await portal.client('admin')).get(`/api/backend/energy-sites/${site.id}/`)).json().alarms).toBe(0)
    expect(await subjects()).toEqual([])
    portal.clock.advance(4 * dayMs)
    await notice()
    expect((await (await portal.client('admin')).get(`/api/backend/energy-sites/${site.id}/`)).json().alarms).toBe(1)
    expect(await subjects()).toEqual([`Problem mit der Anlage: ${site.name}`])
  })

  it('report a reset counter, for a day', async () => {
    const { site, push } = await openPushingSite(portal, [{ key: 'import', measure: 'import', name: 'Bezug' }])
    for (const [minutes, value] of [
      [50, 5_000],
      [40, 5_100],
      [30, 20],
      [20, 190],
      [10, 60],
    ] as const) {
      await push([{ channel: 'import', at: at(minutes * minuteMs), value }])
    }
    portal.clock.advance(20 * minuteMs)
    await run('energy-roll-up')
    await run('energy-roll-up')
    await run('energy-doubts')
    expect(await alarmsOf(site.id)).toMatchObject({ results: [{ kind: 'counter_reset', channelName: 'Bezug' }] })
    portal.clock.advance(23 * hourMs + 20 * minuteMs)
    await run('energy-doubts')
    // After a late reading the second fall is computed again.
    const late = at(23 * hourMs + 55 * minuteMs)
    expect((await push([{ channel: 'import', at: late, value: 195 }])).json()).toEqual({ accepted: 1, rejected: [] })
    portal.clock.advance(3 * minuteMs)
    await run('energy-roll-up')
    await run('energy-doubts')
    expect((await kindsOf(site.id)).filter((kind: string) => kind.startsWith('counter'))).toEqual([
      'counter_reset over',
    ])
  })

  it('report a stuck level and an unexplained balance', async () => {
    const { site, channels } = await openPushingSite(portal, [
      { key: 'level', role: 'battery', measure: 'level', name: 'Ladestand' },
      { key: 'battery', role: 'battery', name: 'Akku' },
    ])
    const [level, battery] = channels
    const slot = Math.floor(portal.clock.now().getTime() / 900_000) * 900_000 - 900_000
    for (let index = 0; index < 8; index += 1) {
      const at_ms = slot - index * 900_000
      const flat = { least_thousandths: 40_000, most_thousandths: 40_000, last_thousandths: 40_000 }
      await portal.runtime.db
        .insertInto('energy_slot')
        .values([
          { channel_number: level?.number ?? 0, at_ms, ...flat, covered_ms: 900_000, quality: 'measured' },
          {
            channel_number: battery?.number ?? 0,
            at_ms,
            mwh: 0,
            reverse_mwh: 200_000,
            covered_ms: 900_000,
            quality: 'measured',
          },
        ])
        .execute()
      await portal.runtime.db
        .insertInto('energy_site_slot')
        .values({
          site_id: site.id,
          at_ms,
          date: at().slice(0, 10),
          charge_mwh: 200_000,
          house_mwh: 500_000,
          unexplained_mwh: 40_000,
          covered_ms: 900_000,
          quality: 'measured',
        })
        .execute()
    }
    await run('energy-doubts')
    expect((await kindsOf(site.id)).toSorted()).toEqual(['balance', 'level_stuck'])
    expect(await subjects()).toEqual([`Problem mit der Anlage: ${site.name}`])
  })

  it('report a stuck level once until it moves, however long the battery rests in between', async () => {
    const { site, push } = await openPushingSite(portal, [
      { key: 'grid' },
      { key: 'battery', role: 'battery' },
      { key: 'level', role: 'battery', measure: 'level' },
    ])
    const live = liveOf(push)
    // Charges, rests and discharges.
    await live(3, () => ({ grid: 1_500, battery: -1_500, level: 50 }))
    await live(4, () => ({ grid: 0, battery: 0, level: 50 }))
    await live(3, () => ({ grid: 0, battery: 1_500, level: 50 }))
    await live(4, () => ({ grid: 0, battery: 0, level: 50 }))
    expect(await kindsOf(site.id)).toEqual(['level_stuck'])
    await live(1, quarter => ({ grid: 0, battery: 1_500, level: 50 - quarter }))
    expect(await kindsOf(site.id)).toEqual(['level_stuck over'])
    expect(await subjects()).toEqual([`Problem mit der Anlage: ${site.name}`, `Wieder in Ordnung: ${site.name}`])
  })

  it('judge a level by the energy of its own battery, and not at all where batteries cannot be distinguished', async () => {
    const two = (first: { device: string }, second: { device: string }) => [
      { key: 'b1', role: 'battery' as const, ...first },
      { key: 'l1', role: 'battery' as const, measure: 'level' as const, name: 'Erster', ...first },
      { key: 'b2', role: 'battery' as const, ...second },
      { key: 'l2', role: 'battery' as const, measure: 'level' as const, name: 'Zweiter', ...second },
    ]
    // The first is full and rests; the second is charged, but its level does not move.
    const values = () => ({ b1: 0, l1: 100, b2: -1_500, l2: 40 })
    const apart = await openPushingSite(portal, two({ device: 'keller' }, { device: 'garage' }))
    await liveOf(apart.push)(4, values)
    expect((await alarmsOf(apart.site.id)).results).toMatchObject([{ kind: 'level_stuck', channelName: 'Zweiter' }])
    const mixed = await openPushingSite(portal, two({ device: '' }, { device: '' }))
    await liveOf(mixed.push)(4, values)
    expect(await kindsOf(mixed.site.id)).toEqual([])
  })

  type Push = Awaited<ReturnType<typeof openPushingSite>>['push']

  /** Hours of a site that sends every five minutes, with the jobs of each quarter-hour. */
  function liveOf(push: Push) {
    return async (hours: number, values: (quarter: number) => Record<string, number>) => {
      for (let quarter = 0; quarter < hours * 4; quarter += 1) {
        const sent = [15, 10, 5].flatMap(minutes =>
          Object.entries(values(quarter)).map(([channel, value]) => ({ channel, minutes, value })),
        )
        portal.clock.advance(15 * minuteMs)
        await push(sent.map(({ minutes, ...each }) => ({ ...each, at: at(minutes * minuteMs) })))
        await run('energy-roll-up')
        await run('energy-doubts')
      }
    }
  }
})
