import { describe, expect, it } from 'vitest'
import type { TariffPrices } from '#contract/energy-tariffs.ts'
import { startOfBerlinDay } from '#server/clock.ts'
import { slotMs } from './channel-slots.rules.ts'
import { billOf, dateAfter, monthRange, slotPrice, slotPrices, tariffSpans } from './energy-bill.rules.ts'
import type { TariffRow } from './energy-tariff.queries.ts'
import { exportLimitOf, isUnpaidWhenNegative } from './energy-tariff.rules.ts'

const plain: TariffPrices = {
  vat: 0.19,
  supply: { spotShare: 0, ct: 10 },
  gridFee: { ct: 8, windows: [] },
  leviesCt: 4.5,
  feedIn: { ct: 8, spotShare: 0, zeroWhenSpotNegative: false },
}

function tariff(validFrom: string, prices: Partial<TariffPrices> = {}, monthlyCents = 0): TariffRow {
  return {
    id: validFrom,
    site_id: 'site',
    customer_id: 'customer',
    valid_from: validFrom,
    name: `Tarif ab ${validFrom}`,
    prices: JSON.stringify({ ...plain, ...prices }),
    monthly_cents: monthlyCents,
    revision: 1,
    created_at: '',
    updated_at: '',
  }
}

/** Each quarter-hour of a month with 250 Wh imported and 100 Wh exported. */
function evenSlots(month: string) {
  const { from, to } = monthRange(month)
  const [first, end] = [startOfBerlinDay(from).getTime(), startOfBerlinDay(to).getTime()]
  return Array.from({ length: (end - first) / slotMs }, (_, index) => ({
    at_ms: first + index * slotMs,
    import_mwh: 250_000,
    export_mwh: 100_000,
  }))
}

describe('the bill of a month', () => {
  it('equals the bill of a supplier for a fixed tariff on paper: 744 kWh at 26.775 ct, 12.90 € a month', () => {
    const bill = billOf('2026-01', [tariff('2025-01-01', {}, 1290)], new Map(), evenSlots('2026-01'))
    expect(bill).toEqual({
      month: '2026-01',
      parts: [
        {
          tariff: { id: '2025-01-01', name: 'Tarif ab 2025-01-01' },
          from: '2026-01-01',
          to: '2026-02-01',
          importWh: 744_000,
          exportWh: 297_600,
          exchangeEur: 0,
          supplyEur: 74.4,
          gridEur: 59.52,
          leviesEur: 33.48,
          vatEur: 31.81,
          importEur: 199.21,
          exportEur: 23.81,
          monthlyEur: 12.9,
          importMeanCt: 26.775,
          exportMeanCt: 8,
        },
      ],
      totalEur: 188.3,
      importWh: 744_000,
      exportWh: 297_600,
      estimatedPriceWh: 0,
    })
  })

  it('states the mean price of little energy as in the tariff', () => {
    const [slot] = evenSlots('2026-01')
    const little = slot ? [{ ...slot, import_mwh: 30_000, export_mwh: 10_000 }] : []
    const [part] = billOf('2026-01', [tariff('2025-01-01')], new Map(), little).parts
    expect(part).toMatchObject({ importEur: 0.01, importMeanCt: 26.775, exportEur: 0, exportMeanCt: 8 })
    const [none] = billOf('2026-01', [tariff('2025-01-01')], new Map(), []).parts
    expect(none).toMatchObject({ importMeanCt: null, exportMeanCt: null })
  })

  it.each([
    ['2026-03', 743],
    ['2026-10', 745],
    ['2024-02', 696],
  ])('has all hours of %s: %i', (month, hours) => {
    const bill = billOf(month, [tariff('2020-01-01')], new Map(), evenSlots(month))
    expect(bill.parts[0]).toMatchObject({ importWh: hours * 1000, supplyEur: hours / 10 })
  })

  it('changes with the tariff in the middle of a month, monthly prices by the day', () => {
    const tariffs = [tariff('2025-01-01', {}, 1000), tariff('2026-06-11', { leviesCt: 0 }, 2000)]
    const { parts, totalEur } = billOf('2026-06', tariffs, new Map(), evenSlots('2026-06'))
    expect(parts.map(({ from, to, monthlyEur }) => ({ from, to, monthlyEur }))).toEqual([
      { from: '2026-06-01', to: '2026-06-11', monthlyEur: 3.33 },
      { from: '2026-06-11', to: '2026-07-01', monthlyEur: 13.33 },
    ])
    expect(parts.map(({ leviesEur }) => leviesEur)).toEqual([10.8, 0])
    const sum = parts.reduce((all, part) => all + part.importEur + part.monthlyEur - part.exportEur, 0)
    expect(totalEur).toBeCloseTo(sum, 6)
    for (const part of parts) {
      const { exchangeEur, supplyEur, gridEur, leviesEur, vatEur } = part
      expect(exchangeEur + supplyEur + gridEur + leviesEur + vatEur).toBeCloseTo(part.importEur, 6)
    }
  })

  it('counts energy before the first tariff without a price', () => {
    const { parts } = billOf('2026-06', [tariff('2026-06-16')], new Map(), evenSlots('2026-06'))
    expect(parts.map(part => [part.tariff?.id, part.importWh, part.importEur > 0])).toEqual([
      [undefined, 360_000, false],
      ['2026-06-16', 360_000, true],
    ])
  })

  it('follows the exchange, states its estimated part, and pays nothing below zero', () => {
    const dynamic = tariff('2026-01-01', {
      supply: { spotShare: 1, ct: 1.5 },
      feedIn: { ct: 8, spotShare: 0, zeroWhenSpotNegative: true },
    })
    const slots = evenSlots('2026-06').slice(0, 2 * 96)
    // The first day at 10 ct, except its first hour at −5; the second day is unknown.
    const spot = new Map(slots.slice(0, 96).map(({ at_ms: at }, index) => [at, index < 4 ? -5000 : 10_000]))
    const bill = billOf('2026-06', [dynamic], spot, slots)
    expect(bill.estimatedPriceWh).toBe(96 * 350)
    // Twice: the second day is filled from the first one.
    expect(bill.parts[0]).toMatchObject({ exchangeEur: (23 * 10 - 5) * 2 * 0.01, exportEur: 1.47 })
  })
})

describe('the price of a quarter-hour', () => {
  it('is the sum of its parts, with the windows of § 14a module 3', () => {
    const moduleThree = tariff('2026-01-01', {
      supply: { spotShare: 1, ct: 1.5 },
      gridFee: { ct: 9.53, windows: [{ from: '00:00', to: '07:00', ct: 0.95, months: [1, 2, 3] }] },
    })
    const [span] = tariffSpans([moduleThree], '2026-03-29', '2026-03-30')
    const start = startOfBerlinDay('2026-03-29').getTime()
    const prices = slotPrices(
      span ?? expect.unreachable(),
      new Map(Array.from({ length: 92 }, (_, index) => [start + index * slotMs, 8000])),
    )
    expect(prices).toHaveLength(92)
    // The hour from 2 to 3 does not exist: the window ends after six hours.
    expect(prices.findIndex(({ gridCt }) => gridCt === 9.53)).toBe(24)
    expect(prices[0]).toMatchObject({ exchangeCt: 8, supplyCt: 1.5, gridCt: 0.95, leviesCt: 4.5, vatCt: 2.8405 })
    for (const { exchangeCt, supplyCt, gridCt, leviesCt, vatCt, importCt } of prices) {
      expect(exchangeCt + supplyCt + gridCt + leviesCt + vatCt).toBeCloseTo(importCt, 6)
    }
  })
})

describe('the current price', () => {
  it.each(['2026-03-29', '2026-10-25', '2026-06-10'])('is that in the list of its day, filled alike, on %s', day => {
    const dynamic = tariff('2026-01-01', { supply: { spotShare: 1, ct: 1.5 } })
    const [start, end] = [day, dateAfter(day, 1)].map(date => startOfBerlinDay(date).getTime()) as [number, number]
    // The second half of the day is unknown.
    const known = Array.from({ length: 3 * 96 }, (_, index) => start + (end - start) / 2 + (index - 3 * 96) * slotMs)
    const spot = new Map(known.map((at, index) => [at, index * 10]))
    const prices = slotPrices({ tariff: dynamic, from: day, to: dateAfter(day, 1) }, spot)
    expect(prices.map(({ at }) => slotPrice([dynamic], at, spot))).toEqual(prices)
    expect(slotPrice([tariff('2027-01-01')], start, spot)).toBeNull()
  })
})

describe('the consequences of the law', () => {
  const plant = { commissioned_on: '2025-02-25', has_smart_meter: 0 as const, pv_watts: 9800, max_export_w: null }

  it.each([
    ['a new plant without a smart meter', {}, 5880, false],
    ['a new plant with one', { has_smart_meter: 1 as const }, null, true],
    ['an old plant', { commissioned_on: '2025-02-24', has_smart_meter: 1 as const }, null, false],
    ['a plant of unknown age', { commissioned_on: null }, null, false],
    ['a typed limit', { max_export_w: 9800 }, 9800, false],
    ['no plant', { pv_watts: 0 }, null, false],
  ])('for %s', (_, change, limit, isUnpaid) => {
    expect(exportLimitOf({ ...plant, ...change })).toBe(limit)
    expect(isUnpaidWhenNegative({ ...plant, ...change })).toBe(isUnpaid)
  })
})
