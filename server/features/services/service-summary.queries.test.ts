import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { instantText, minuteMs, plusMs } from '#server/clock.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildApplication, buildDevice, buildWebsite } from '#server/testing/build-services.ts'
import { buildCustomer } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'

const summary = '/api/backend/service-summary/'

describe.each(engines)('the summary of services on %s', engine => {
  let portal: TestApp
  beforeEach(async () => {
    portal = await openTestApp(engine)
  })
  afterEach(() => portal.close())

  const at = (minutes: number) => instantText(plusMs(portal.clock.now(), minutes * minuteMs))
  const days = (count: number) => count * 24 * 60
  const down = (minutes: number) => ({
    checked_at: at(0),
    outcome: 'timeout' as const,
    failures_in_row: 3,
    failing_since: at(minutes),
  })
  const heard = (minutes: number) => ({ last_alive_at: at(minutes), silent_at: at(minutes + 60) })

  const build = async () => {
    const { runtime } = portal
    const hof = await buildCustomer(runtime, { company: 'Hofgut' })
    const amt = await buildCustomer(runtime, { company: 'Amt' })
    const [a, b] = [{ customer_id: hof.id }, { customer_id: amt.id }]
    await buildDevice(runtime, a)
    await buildWebsite(runtime, { name: 'Gut', state: 'ok', ...a, details: { certificate_expires_at: at(days(31)) } })
    await buildWebsite(runtime, { name: 'Bald', state: 'ok', ...a, details: { certificate_expires_at: at(days(29)) } })
    await buildWebsite(runtime, { name: 'Neu', ...a })
    await buildWebsite(runtime, {
      name: 'Aus',
      ...a,
      details: { is_watched: 0, certificate_expires_at: at(days(1)) },
    })
    await buildWebsite(runtime, { name: 'Kurz weg', state: 'problem', ...a, details: down(-10) })
    await buildWebsite(runtime, { name: 'Lange weg', state: 'problem', ...b, details: down(-100) })
    await buildApplication(runtime, { name: 'Lebt', state: 'ok', ...a, details: heard(-59) })
    await buildApplication(runtime, { name: 'Eben stumm', state: 'ok', ...a, details: heard(-60) })
    await buildApplication(runtime, { name: 'Stumm', state: 'problem', ...b, details: heard(-600) })
    await buildApplication(runtime, { name: 'Nie gehört', ...a })
    return { hof, amt }
  }

  it('counts all, and lists those that need attention, worst first', async () => {
    const { hof, amt } = await build()
    const admin = await portal.client('admin')
    const answer = (await admin.get(summary)).json()
    expect(answer).toMatchObject({
      devicesCount: 1,
      websites: { count: 6, okCount: 2, problemCount: 2, unknownCount: 1, unwatchedCount: 1 },
      applications: { count: 4, okCount: 1, problemCount: 2, unknownCount: 1 },
      certificatesExpiringCount: 1,
    })
    expect(answer.websitesDown).toEqual([
      {
        id: expect.any(String),
        name: 'Lange weg',
        customer: { id: amt.id, name: 'Amt' },
        since: at(-100),
        error: 'timeout',
      },
      expect.objectContaining({ name: 'Kurz weg', customer: { id: hof.id, name: 'Hofgut' } }),
    ])
    expect(answer.certificatesExpiring).toEqual([expect.objectContaining({ name: 'Bald', expiresAt: at(days(29)) })])
    expect(
      answer.applicationsSilent.map((row: { name: string; lastAlive: string }) => [row.name, row.lastAlive]),
    ).toEqual([
      ['Stumm', at(-600)],
      ['Eben stumm', at(-60)],
    ])
    const ofHof = (await admin.get(`${summary}?customer=${hof.id}`)).json()
    expect(ofHof.websites).toEqual({ count: 5, okCount: 2, problemCount: 1, unknownCount: 1, unwatchedCount: 1 })
    expect(ofHof.websitesDown).toEqual([answer.websitesDown[1]])
  })

  it('shows a customer only their own ones', async () => {
    const { hof, amt } = await build()
    const kim = await portal.loginAs(await buildUser(portal.runtime, { role: 'customer', customerId: amt.id }))
    const own = (await kim.get(summary)).json()
    expect(own).toMatchObject({
      devicesCount: 0,
      websites: { count: 1, problemCount: 1 },
      applications: { count: 1, okCount: 0, problemCount: 1 },
      certificatesExpiringCount: 0,
      certificatesExpiring: [],
    })
    const zero = (await kim.get(`${summary}?customer=${hof.id}`)).json()
    expect(zero).toMatchObject({ devicesCount: 0, websites: { count: 0 }, websitesDown: [], applicationsSilent: [] })
  })

  it('lists five at most and counts all', async () => {
    for (let count = 0; count < 7; count += 1) {
      await buildWebsite(portal.runtime, { state: 'problem', details: down(-count) })
      await buildWebsite(portal.runtime, { state: 'ok', details: { certificate_expires_at: at(count) } })
      await buildApplication(portal.runtime, { state: 'ok', details: heard(-60 - count) })
    }
    const answer = (await (await portal.client('admin')).get(summary)).json()
    expect(answer).toMatchObject({
      websites: { problemCount: 7 },
      applications: { okCount: 0, problemCount: 7 },
      certificatesExpiringCount: 7,
    })
    for (const list of [answer.websitesDown, answer.certificatesExpiring, answer.applicationsSilent]) {
      expect(list).toHaveLength(5)
    }
  })
})
