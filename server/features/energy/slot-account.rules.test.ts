import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { energyFlows } from '#contract/energy-roles.ts'
import { startOfBerlinDay } from '#server/clock.ts'
import { slotMs } from './channel-slots.rules.ts'
import { billOf } from './energy-bill.rules.ts'
import type { TariffRow } from './energy-tariff.queries.ts'
import { accountDay, type FlowSlot, noAccount, sumAccounts, usedOf } from './slot-account.rules.ts'

const date = '2026-06-10'
const start = startOfBerlinDay(date).getTime()

const kwh = (amount: number) => amount * 1_000_000

/** Flows in kWh; the others are not measured. */
function slot(index: number, flows: Partial<Record<(typeof energyFlows)[number], number>>): FlowSlot {
  const columns = energyFlows.map(flow => {
    const amount = flows[flow]
    return [`${flow}_mwh`, amount === undefined ? null : Math.round(kwh(amount))]
  })
  return {
    at_ms: start + index * slotMs,
    quality: 'measured',
    // One field for each flow.
    ...(Object.fromEntries(columns) as Omit<FlowSlot, 'at_ms' | 'quality'>),
  }
}

const nothing = { tariffs: [], spot: new Map<number, number>(), before: [] }

function originsOf(slots: readonly FlowSlot[], before: readonly FlowSlot[] = []) {
  return accountDay(date, slots, { ...nothing, before }).map(account => [
    account.origin_pv_mwh,
    account.origin_battery_pv_mwh,
    account.origin_battery_grid_mwh,
    account.origin_grid_mwh,
  ])
}

function tariff(validFrom: string, spotShare = 0): TariffRow {
  const prices = {
    vat: 0.19,
    supply: { spotShare, ct: 10 },
    gridFee: { ct: 8, windows: [] },
    leviesCt: 4.5,
    feedIn: { ct: 8, spotShare: 0, zeroWhenSpotNegative: false },
  }
  return {
    ...{ id: validFrom, site_id: 'site', customer_id: 'customer', valid_from: validFrom, name: '' },
    ...{ prices: JSON.stringify(prices), monthly_cents: 1_000, revision: 1, created_at: '', updated_at: '' },
  }
}

describe('the origin of used energy', () => {
  it('is the sun first, then the battery, then the grid', () => {
    expect(
      originsOf([
        slot(0, { pv: 3, charge: 1, export: 1, house: 1 }),
        slot(1, { pv: 0.5, discharge: 0.5, import: 1, house: 1.5, car: 0.5 }),
      ]),
    ).toEqual([
      [kwh(1), 0, 0, 0],
      [kwh(0.5), kwh(0.5), 0, kwh(1)],
    ])
  })

  it('mixes the sources from which the battery was charged', () => {
    const origins = originsOf([
      slot(0, { pv: 1, charge: 1, house: 0 }),
      slot(1, { import: 3, charge: 3, house: 0 }),
      slot(2, { discharge: 2, house: 2 }),
      // As much from the sun as is still stored.
      slot(3, { pv: 2, charge: 2, house: 0 }),
      slot(4, { discharge: 4, house: 4 }),
    ])
    expect(origins[2]).toEqual([0, kwh(0.5), kwh(1.5), 0])
    expect(origins[4]).toEqual([0, kwh(2.5), kwh(1.5), 0])
  })

  it('is known for energy charged on the day before; older content counts as charged from the grid', () => {
    const evening = [slot(0, { discharge: 1, house: 1 })]
    expect(originsOf(evening, [slot(-40, { pv: 2, charge: 2, house: 0 })])).toEqual([[0, kwh(1), 0, 0]])
    expect(originsOf(evening)).toEqual([[0, 0, kwh(1), 0]])
  })

  it('does not count exports of the battery', () => {
    expect(originsOf([slot(0, { discharge: 3, export: 2, house: 1 })])).toEqual([[0, 0, kwh(1), 0]])
    expect(originsOf([slot(0, { discharge: 2, export: 2, import: 1, house: 1 })])).toEqual([[0, 0, 0, kwh(1)]])
  })

  it('is unknown in a gap', () => {
    expect(originsOf([{ ...slot(0, { import: 1, car: 1 }), quality: 'gap' }])).toEqual([[null, null, null, null]])
  })

  const amount = fc.option(fc.integer({ min: 0, max: 10_000_000 }), { nil: null })
  // One field for each flow.
  const anyFlows = fc.record(
    Object.fromEntries(energyFlows.map(flow => [`${flow}_mwh`, amount])) as Record<
      `${(typeof energyFlows)[number]}_mwh`,
      typeof amount
    >,
  )
  const quality = fc.constantFrom('measured' as const, 'estimated' as const, 'gap' as const)

  it('adds up to the use exactly for any measurements, and no part is below zero', () => {
    const slots = fc.array(fc.record({ flows: anyFlows, quality }), { maxLength: 96 })
    fc.assert(
      fc.property(slots, slots, (earlier, later) => {
        const placed = (parts: typeof later, first: number): FlowSlot[] =>
          parts.map((part, index) => ({
            at_ms: start + (first + index) * slotMs,
            ...part.flows,
            quality: part.quality,
          }))
        const accounts = accountDay(date, placed(later, 0), { ...nothing, before: placed(earlier, -96) })
        for (const account of accounts) {
          const used = account.quality === 'gap' ? null : usedOf(account)
          const parts = [
            account.origin_pv_mwh,
            account.origin_battery_pv_mwh,
            account.origin_battery_grid_mwh,
            account.origin_grid_mwh,
          ]
          if (used === null) expect(parts).toEqual([null, null, null, null])
          else expect(parts.reduce<number>((sum, part) => sum + (part ?? Number.NaN), 0)).toBe(used)
          for (const part of parts) expect(part ?? 0).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })

  it('takes from the grid the imported energy that was not charged, where the flows are balanced', () => {
    const part = fc.integer({ min: 0, max: 5_000_000 })
    const battery = fc.integer({ min: -5_000_000, max: 5_000_000 })
    fc.assert(
      fc.property(fc.record({ pv: part, house: part, battery, circulating: part }), ({ pv, house, ...rest }) => {
        const [charge, discharge] = [Math.max(0, -rest.battery), Math.min(house, Math.max(0, rest.battery))]
        const missing = house + charge - pv - discharge
        // Within a quarter-hour energy may be both exported and imported.
        const circulating = Math.min(rest.circulating, pv - Math.max(0, -missing))
        const exported = Math.max(0, -missing) + circulating
        const imported = Math.max(0, missing) + circulating
        const measured = {
          ...{ ...slot(0, {}), pv_mwh: pv, house_mwh: house, charge_mwh: charge, discharge_mwh: discharge },
          ...{ import_mwh: imported, export_mwh: exported },
        }
        const [account] = accountDay(date, [measured], nothing)
        const chargedFromGrid = Math.max(0, charge - Math.max(0, pv - exported - house))
        expect(account?.origin_grid_mwh).toBe(imported - chargedFromGrid)
      }),
    )
  })
})

describe('the cost of energy', () => {
  const grid = (count: number) =>
    Array.from({ length: count }, (_, index) => slot(index, { import: 0.25, export: 0.1 }))

  it('is that of the bill, without monthly prices', () => {
    const tariffs = [tariff('2026-01-01')]
    const slots = grid(96)
    const bill = billOf('2026-06', tariffs, new Map(), slots)
    const [part] = bill.parts
    const { cost_e8: cost } = sumAccounts(accountDay(date, slots, { ...nothing, tariffs }))
    expect(cost).toBe((24 * 267_750 - 96 * 8_000) * 100)
    expect(Math.round((cost ?? 0) / 1_000_000) / 100).toBeCloseTo((part?.importEur ?? 0) - (part?.exportEur ?? 0), 6)
  })

  it('is unknown before the first tariff', () => {
    const sums = sumAccounts(accountDay(date, grid(4), { ...nothing, tariffs: [tariff('2026-06-11')] }))
    expect(sums).toMatchObject({ cost_e8: null, unpriced_mwh: kwh(1.4), estimated_price_mwh: 0 })
  })

  it('states the part with estimated prices, and is unknown where no price of the exchange is near', () => {
    const tariffs = [tariff('2026-01-01', 1)]
    const known = new Map([[start, 10_000]])
    const [first, second] = accountDay(date, grid(2), { ...nothing, tariffs, spot: known })
    expect(first).toMatchObject({ unpriced_mwh: 0, estimated_price_mwh: 0 })
    expect(second).toMatchObject({ unpriced_mwh: 0, estimated_price_mwh: kwh(0.35) })
    expect(second?.cost_e8).toBe(first?.cost_e8)
    expect(sumAccounts(accountDay(date, grid(2), { ...nothing, tariffs }))).toMatchObject({
      cost_e8: null,
      unpriced_mwh: kwh(0.7),
    })
  })

  it('is unknown where the grid is not measured', () => {
    const { cost_e8, unpriced_mwh, estimated_price_mwh } = noAccount
    expect(accountDay(date, [slot(0, { pv: 1 })], nothing)[0]).toMatchObject({
      cost_e8,
      unpriced_mwh,
      estimated_price_mwh,
    })
  })
})
