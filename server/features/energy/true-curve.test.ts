/**
 * The true curve of a house, sent by several senders at once with repetitions, resets, silences and a wrong sign: slots
 * and sums are those of the curve. The expected values come from the curve, second by second, as the contract defines
 * them.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { instantText } from '#server/clock.ts'
import { engines } from '#server/testing/engines.ts'
import { numberOfCases } from '#server/testing/number-of-cases.ts'
import { openPushingSite, slotsOfChannel } from '#server/testing/pushing-site.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { rollUp } from './slot.commands.ts'

const second = 1_000
const hour = 3_600 * second
const slotMs = 900 * second
const sampleSeconds = 20
const samplesPerSlot = 45
const counterSeconds = 300
/** The slots of a curve; its middle is the change of clock or year. */
const slotsCount = 24
const sendersCount = 3
/** A value holds for this many seconds when no other follows. */
const heldSeconds = 60
const numRuns = numberOfCases(2, 50)

/** When the house is heard within a quarter-hour, in seconds from its start. */
const heard = { whole: [0, 900], first: [0, 600], last: [600, 900], none: [0, 0] } as const

const curveOf = fc.array(
  fc.record({
    heard: fc.constantFrom<keyof typeof heard>('whole', 'whole', 'whole', 'first', 'last', 'none'),
    isReset: fc.boolean(),
    gridW: fc.integer({ min: 0, max: 20_000 }),
    pvW: samples(0, 9_000),
    batteryW: samples(-6_000, 6_000),
  }),
  { minLength: slotsCount, maxLength: slotsCount },
)

function samples(min: number, max: number) {
  return fc.array(fc.integer({ min, max }), { minLength: samplesPerSlot, maxLength: samplesPerSlot })
}

type Quarter = Awaited<ReturnType<typeof curveOf.generate>>['value'][number]
type Sent = { channel: string; at: string; value: number }
/** A value, and the second from which it holds, counted from the start of the curve. */
type Sample = { at: number; value: number }

describe.each(engines)('the true curve of a house on %s', engine => {
  let portal: TestApp
  beforeAll(async () => {
    portal = await openTestApp(engine)
  })
  afterAll(() => portal.close())

  it.each([
    ['the change to summer time', '2026-03-29T01:00:00Z', '2026-03-28', '2026-03-31'],
    ['the change to winter time', '2026-10-25T01:00:00Z', '2026-10-24', '2026-10-27'],
    ['new year', '2026-12-31T23:00:00Z', '2026-12-31', '2027-01-03'],
  ])('equals the slots, days, months and years over %s', async (_, middle, first, last) => {
    const from = Date.parse(middle) - (slotsCount / 2) * slotMs
    portal.clock.advance(from + slotsCount * slotMs + hour - portal.clock.now().getTime())
    const order = fc.infiniteStream(fc.nat())
    await fc.assert(
      fc.asyncProperty(curveOf, order, fc.integer({ min: 80, max: 600 }), (curve, random, size) =>
        expectTruth(curve, { from, random, size, first, last }),
      ),
      { numRuns },
    )
  })

  async function expectTruth(
    curve: readonly Quarter[],
    {
      from,
      random,
      size,
      first,
      last,
    }: {
      from: number
      random: IterableIterator<number>
      size: number
      first: string
      last: string
    },
  ): Promise<void> {
    const admin = await portal.client('admin')
    const { site, push, channels } = await openPushingSite(portal, [
      { key: 'import', measure: 'import' },
      { key: 'pv', role: 'pv' },
      { key: 'battery', role: 'battery' },
    ])
    const counter = counterOf(curve)
    const pv = powerOf(curve, 'pvW')
    const battery = powerOf(curve, 'batteryW')
    const sentBy = (channel: string, all: readonly Sample[], sign: number): Sent[] =>
      all.map(({ at, value }) => ({ channel, at: instantText(new Date(from + at * second)), value: sign * value }))
    // Both powers arrive with the wrong sign; the owner turns it somewhere in between.
    const batches = batchesOf(
      [...sentBy('import', counter.sent, 1), ...sentBy('pv', pv, -1), ...sentBy('battery', battery, -1)],
      random,
      size,
    )
    const turnAfter = (random.next().value ?? 0) % batches.length
    for (let index = 0; index < batches.length; index += sendersCount) {
      const answers = await Promise.all(batches.slice(index, index + sendersCount).map(batch => push(batch)))
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
      if (index <= turnAfter && turnAfter < index + sendersCount) {
        for (const channel of channels.slice(1)) {
          await admin.patch(`/api/backend/energy-channels/${channel.id}/`, { factor: -1 })
        }
      }
      if (index % 2 === 0) await rollUp(portal.runtime)
    }
    await rollUp(portal.runtime)

    const [importChannel, pvChannel, batteryChannel] = await Promise.all(
      channels.map(({ number }) => slotsOfChannel(portal, number)),
    )
    const rows = (all: typeof importChannel = []) =>
      all.map(({ at_ms, mwh, reverse_mwh, covered_ms, quality }) => {
        return { slot: (at_ms - from) / slotMs, mwh, reverse: reverse_mwh, covered: covered_ms / second, quality }
      })
    expect(rows(pvChannel)).toEqual(heldSlots(pv))
    expect(rows(batteryChannel)).toEqual(heldSlots(battery))
    expectCounter(rows(importChannel), counter)
    await expectEqualSums(site.id, counter.totalMwh / 1_000, { first, last })
  }

  async function expectEqualSums(siteId: string, importWh: number, { first, last }: { first: string; last: string }) {
    const admin = await portal.client('admin')
    const steps = [
      ['slot', first, last],
      ['hour', first, last],
      ['day', first, last],
      ['month', '2026-01-01', '2028-01-01'],
      ['year', '2026-01-01', '2028-01-01'],
    ]
    const found = await Promise.all(
      steps.map(async ([step, from, to]) => {
        const answer = await admin.get(`/api/backend/energy-sites/${siteId}/energy/?from=${from}&to=${to}&step=${step}`)
        const { results, sums } = answer.json()
        return ['importWh', 'pvWh', 'chargeWh', 'dischargeWh'].map(flow => {
          const added = results.reduce((sum: number, one: Record<string, number | null>) => sum + mwhOf(one[flow]), 0)
          expect([step, flow, added]).toEqual([step, flow, mwhOf(sums[flow])])
          return added
        })
      }),
    )
    for (const sums of found) expect(sums).toEqual(found[0])
    expect(found[0]?.[0]).toBe(mwhOf(importWh))
  }
})

const mwhOf = (wh: number | null | undefined) => Math.round((wh ?? 0) * 1_000)

/** The samples of a power that are heard. */
function powerOf(curve: readonly Quarter[], name: 'pvW' | 'batteryW'): Sample[] {
  return curve.flatMap((quarter, slot) => {
    const [from, to] = heard[quarter.heard]
    return quarter[name].flatMap((value, index) => {
      const at = index * sampleSeconds
      return at >= from && at < to ? [{ at: slot * 900 + at, value }] : []
    })
  })
}

/** The slots of a power: a value holds until the next, at most a minute; a slot covered by less than half is a gap. */
function heldSlots(sent: readonly Sample[]) {
  const slots = new Map<number, { above: number; below: number; covered: number }>()
  for (const [index, { at, value }] of sent.entries()) {
    const until = Math.min(sent[index + 1]?.at ?? Infinity, at + heldSeconds)
    for (let now = at; now < until; now += 1) {
      const slot = Math.floor(now / 900)
      const one = slots.get(slot) ?? { above: 0, below: 0, covered: 0 }
      one.above += Math.max(0, value)
      one.below += Math.max(0, -value)
      one.covered += 1
      slots.set(slot, one)
    }
  }
  return [...slots].map(([slot, { above, below, covered }]) => {
    const isGap = covered < 450
    const mwh = (wattSeconds: number) => (isGap ? null : Math.round(wattSeconds / 3.6))
    return { slot, mwh: mwh(above), reverse: mwh(below), covered, quality: isGap ? 'gap' : 'measured' }
  })
}

type Counter = {
  sent: Sample[]
  /** Between one sent value and the next. */
  parts: { from: number; to: number; mwh: number }[]
  totalMwh: number
}

/** A meter read every five minutes while the house is heard. It may restart before a quarter-hour's first value. */
function counterOf(curve: readonly Quarter[]): Counter {
  const counter: Counter = { sent: [], parts: [], totalMwh: 0 }
  let value = 90_000_000
  let since = 0
  let lastAt: number | null = null
  for (const [slot, quarter] of curve.entries()) {
    const [from, to] = heard[quarter.heard]
    for (let at = 0; at < 900; at += counterSeconds) {
      const now = slot * 900 + at
      if (at >= from && at < to) {
        // Meters send whole milliwatt-hours.
        const mwh = Math.round(since)
        // A meter that shows 0 may be unread.
        const startsAnew = quarter.isReset && at === from && mwh > 0 && mwh * 2 <= value
        value = startsAnew ? mwh : value + mwh
        if (lastAt === null) value = 90_000_000
        else {
          counter.parts.push({ from: lastAt, to: now, mwh })
          counter.totalMwh += mwh
        }
        counter.sent.push({ at: now, value: value / 1_000 })
        since = 0
        lastAt = now
      }
      since += (quarter.gridW * counterSeconds) / 3.6
    }
  }
  return counter
}

function expectCounter(rows: ReturnType<typeof heldSlots>, { parts, totalMwh }: Counter): void {
  expect(rows.reduce((sum, { mwh }) => sum + (mwh ?? 0), 0)).toBe(totalMwh)
  for (const { slot, mwh, covered, quality } of rows) {
    let energy = 0
    let measured = 0
    let isEstimated = false
    for (const part of parts) {
      const overlap = Math.min(part.to, (slot + 1) * 900) - Math.max(part.from, slot * 900)
      if (overlap <= 0) continue
      energy += (part.mwh * overlap) / (part.to - part.from)
      if (part.to - part.from > 900) isEstimated = true
      else measured += overlap
    }
    // Each part is rounded for itself.
    expect(Math.abs((mwh ?? 0) - energy)).toBeLessThanOrEqual(2)
    expect(covered).toBe(measured)
    expect(quality).toBe(isEstimated || measured < 450 ? 'estimated' : 'measured')
  }
}

/** In any order, in batches of which every third is sent twice. */
function batchesOf(readings: readonly Sent[], random: IterableIterator<number>, size: number): Sent[][] {
  const left = [...readings]
  const order: Sent[] = []
  while (left.length > 0) order.push(...left.splice((random.next().value ?? 0) % left.length, 1))
  const batches: Sent[][] = []
  for (let index = 0; index < order.length; index += size) batches.push(order.slice(index, index + size))
  return batches.flatMap((batch, index) => (index % 3 === 0 ? [batch, batch] : [batch]))
}
