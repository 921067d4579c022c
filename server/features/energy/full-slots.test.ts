/** Slots that have no room for more readings (decision 0128). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readingsPerSlotMax } from '#contract/energy-limits.ts'
import { hourMs, instantText } from '#server/clock.ts'
import { engines } from '#server/testing/engines.ts'
import { openPushingSite, readingsOfChannel } from '#server/testing/pushing-site.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { slotMs, slotOf } from './channel-slots.rules.ts'

describe.each(engines)('readings on %s', engine => {
  let portal: TestApp
  beforeAll(async () => {
    portal = await openTestApp(engine)
  })
  afterAll(() => portal.close())

  const text = (at: number) => instantText(new Date(at))

  it.each(['power', 'import'] as const)('of a slot that is full are rejected (%s), and no others', async measure => {
    const { site, push, channels } = await openPushingSite(portal, [
      { key: 'grid', measure },
      { key: 'other', measure },
    ])
    const slot = slotOf(portal.clock.now().getTime() - 2 * hourMs)
    const stepMs = slotMs / readingsPerSlotMax
    const full = Array.from({ length: readingsPerSlotMax }, (_, place) => ({
      channel: 'grid',
      at: text(slot + place * stepMs),
      value: place,
    }))
    const beyond = { channel: 'grid', at: text(slot + 1), value: 1 }
    expect((await push(full)).json()).toEqual({ accepted: readingsPerSlotMax, rejected: [] })

    const answer = await push([
      beyond,
      ...full.slice(0, 3),
      { ...beyond, channel: 'other' },
      { ...beyond, at: text(slot + slotMs), value: readingsPerSlotMax },
      { ...beyond, at: text(slot + 2) },
    ])
    expect(answer.json()).toEqual({
      accepted: 5,
      rejected: [
        { index: 0, code: 'slot.full' },
        { index: 6, code: 'slot.full' },
      ],
    })
    // Replaces one that is stored.
    expect((await push([{ channel: 'grid', at: text(slot), value: 0.5 }])).json().rejected).toEqual([])
    const stored = await readingsOfChannel(portal, channels[0]?.number ?? 0)
    expect(stored.filter(({ at_ms }) => at_ms < slot + slotMs)).toHaveLength(readingsPerSlotMax)
    const rejected = await portal.runtime.db
      .selectFrom('energy_rejection')
      .select(['channel', 'code'])
      .where('site_id', '=', site.id)
      .execute()
    expect(rejected.map(({ channel, code }) => [channel, code])).toEqual(
      Array.from({ length: 2 }, () => ['grid', 'slot.full']),
    )
  })

  it('that are impossible take no room, and of the others the earliest stay', async () => {
    const { push } = await openPushingSite(portal, [{ key: 'grid', measure: 'import' }])
    const slot = slotOf(portal.clock.now().getTime() - 2 * hourMs)
    const all = Array.from({ length: readingsPerSlotMax - 1 }, (_, place) => ({
      channel: 'grid',
      at: text(slot + place * 100),
      value: place / 10,
    }))
    await push(all)
    const value = readingsPerSlotMax / 10
    const at = (seconds: number) => text(slot + (600 + seconds) * 1_000)
    const answer = await push([
      { channel: 'grid', at: at(3), value },
      { channel: 'grid', at: at(1), value: 10 ** 9 },
      { channel: 'grid', at: at(2), value },
    ])
    expect(answer.json().rejected).toEqual([
      { index: 0, code: 'slot.full' },
      { index: 1, code: 'value.implausible' },
    ])
  })
})
