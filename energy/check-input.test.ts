import { expect, test } from 'vitest'
import { plan } from './plan.ts'

const storage = { id: 'b', contentWh: 1000, maxWh: 5000, maxChargeW: 3000, maxDischargeW: 3000 }
const tariff = {
  vat: 0.19,
  supply: { spotShare: 1, ct: 1.5 },
  gridFee: { ct: 9.53, windows: [{ from: '00:00', to: '07:00', ct: 0.95, months: [1, 2, 3] }] },
  leviesCt: 4.63,
  feedIn: { ct: 7.86, spotShare: 0, zeroWhenSpotNegative: true },
}
const input = {
  id: 'x',
  startsAt: '2026-05-01T00:00:00Z',
  minutes: [15, 15],
  loadW: [500, 500],
  pvW: [0, 0],
  importCt: [30, 30],
  exportCt: [8, 8],
  storages: [storage],
}
const { importCt: _import, exportCt: _export, ...withoutPrices } = input
const windowed = (window: object) => ({ ...tariff, gridFee: { ct: 1, windows: [window] } })

test.each<[string, unknown, string, string]>([
  ['no object', [], '', 'type'],
  ['no start', { ...input, startsAt: undefined }, 'startsAt', 'required'],
  ['a start without an offset', { ...input, startsAt: '2026-05-01T00:00:00' }, 'startsAt', 'instant'],
  ['a month that does not exist', { ...input, startsAt: '2026-13-01T00:00:00Z' }, 'startsAt', 'instant'],
  ['a day that does not exist', { ...input, startsAt: '2026-02-30T00:00:00Z' }, 'startsAt', 'instant'],
  ['a step of no length', { ...input, minutes: [15, 0] }, 'minutes.1', 'range'],
  ['a series one step short', { ...input, loadW: [500] }, 'loadW', 'length'],
  ['what is not a number', { ...input, pvW: [0, Number.NaN] }, 'pvW.1', 'type'],
  ['a text for a number', { ...input, pvW: [0, '1'] }, 'pvW.1', 'type'],
  ['a negative load', { ...input, loadW: [500, -1] }, 'loadW.1', 'range'],
  ['no price at all', { ...input, importCt: [null, null] }, 'importCt', 'unknown'],
  ['no prices', withoutPrices, 'importCt', 'required'],
  ['a tariff without spot prices', { ...withoutPrices, tariff }, 'spotCt', 'required'],
  [
    'a window at 25:00',
    { ...withoutPrices, spotCt: [1, 2], tariff: windowed({ from: '25:00', to: '07:00', ct: 1 }) },
    'tariff.gridFee.windows.0.from',
    'time',
  ],
  [
    'a thirteenth month',
    { ...withoutPrices, spotCt: [1, 2], tariff: windowed({ from: '22:00', to: '07:00', ct: 1, months: [13] }) },
    'tariff.gridFee.windows.0.months.0',
    'range',
  ],
  [
    'least power above the most',
    { ...input, storages: [{ ...storage, minChargeW: 4000 }] },
    'storages.0.minChargeW',
    'order',
  ],
  ['least content above the most', { ...input, storages: [{ ...storage, minWh: 6000 }] }, 'storages.0.minWh', 'order'],
  [
    'an efficiency of 0',
    { ...input, storages: [{ ...storage, chargeEfficiency: 0 }] },
    'storages.0.chargeEfficiency',
    'range',
  ],
  ['an unknown kind', { ...input, storages: [{ ...storage, kind: 'flywheel' }] }, 'storages.0.kind', 'choice'],
  ['two storages of one name', { ...input, storages: [storage, storage] }, 'storages.1.id', 'duplicate'],
  [
    'half a connection',
    { ...input, storages: [{ ...storage, connected: [1, 0.5] }] },
    'storages.0.connected.1',
    'range',
  ],
  [
    'a goal at no time',
    { ...input, storages: [{ ...storage, goals: [{ at: 'morgen', contentWh: 1 }] }] },
    'storages.0.goals.0.at',
    'instant',
  ],
  [
    'an order of an unknown mode',
    { ...input, storages: [{ ...storage, ordered: { mode: 'explode', until: '2026-05-01T01:00:00Z' } }] },
    'storages.0.ordered.mode',
    'choice',
  ],
  [
    'an order without an end',
    { ...input, storages: [{ ...storage, ordered: { mode: 'hold' } }] },
    'storages.0.ordered.until',
    'required',
  ],
  [
    'a negative limit of charging',
    { ...input, storages: [{ ...storage, chargeLimitW: [null, -1] }] },
    'storages.0.chargeLimitW.1',
    'range',
  ],
  ['a negative limit', { ...input, grid: { maxImportW: -1 } }, 'grid.maxImportW', 'range'],
  ['an unlimited search', { ...input, options: { limitMs: 0 } }, 'options.limitMs', 'range'],
])('%s is named with field and code', (_, bad, field, code) => {
  const output = plan(bad, undefined)
  expect(output.status).toBe('invalid')
  expect('problems' in output && output.problems).toContainEqual({ field, code })
  expect(Object.keys(output)).toEqual(['id', 'status', 'problems'])
})

test('672 steps are planned, 673 are not', () => {
  const long = (steps: number) => {
    const list = (value: number) => new Array<number>(steps).fill(value)
    return { ...input, minutes: list(15), loadW: list(1), pvW: list(0), importCt: list(1), exportCt: list(1) }
  }
  expect(plan(long(672), undefined).status).toBe('rules')
  expect(plan(long(673), undefined)).toEqual({
    id: 'x',
    status: 'invalid',
    problems: [{ field: 'minutes', code: 'length' }],
  })
})

test('a house without any storage has a plan', () => {
  expect(plan({ ...input, storages: [] }, undefined)).toMatchObject({ costEur: 0.075, importWh: 250, storages: [] })
})
