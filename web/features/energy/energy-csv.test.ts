import { expect, test } from 'vitest'
import type { EnergyResult } from '#contract/energy-history.ts'
import { energyCsv, energyFileName } from './energy-csv.ts'
import { midnightOf, type RangeKind, rangeAround } from './energy-range.ts'

const day = rangeAround('2026-11-16', 'day')
const unknown = {
  exportWh: null,
  pvWh: null,
  chargeWh: null,
  dischargeWh: null,
  houseWh: null,
  carWh: null,
  heatWh: null,
  consumerWh: null,
  unexplainedWh: null,
  unpricedWh: null,
  estimatedPriceWh: null,
  levelPercent: null,
}
const slots: readonly EnergyResult[] = Array.from({ length: 96 }, (_, index) => ({
  ...unknown,
  startsAt: new Date(midnightOf('2026-11-16') + index * 900_000).toISOString(),
  coverage: 1,
  importWh: 123.456,
  costEur: 0.02765459,
  origin: { pvWh: null, batteryPvWh: null, batteryGridWh: null, gridWh: 123.457 },
}))

function columnOf(csv: string, header: string): string[] {
  const [heads = [], ...rows] = csv
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map(line => line.split(';'))
  return rows.map(cells => cells[heads.indexOf(header)] ?? '')
}

test.each([
  ['Netzbezug (kWh)', 11.851776],
  ['Direkt aus dem Netz (kWh)', 11.851872],
  ['Kosten brutto (EUR)', 2.65484064],
])('the column %s of a day adds up to its sum', (header, sum) => {
  const cells = columnOf(energyCsv({ range: day, results: slots, gaps: undefined }), header)
  expect(cells).toHaveLength(96)
  expect(cells.reduce((all, cell) => all + Number(cell.replace(',', '.')), 0)).toBeCloseTo(sum, 8)
})

test('the reason of a gap is in its line, in a column that files without gaps have, too', () => {
  const noteOf = (startsAt: string) => (startsAt === slots[1]?.startsAt ? 'Es fehlen Werte.' : '')
  const notes = columnOf(energyCsv({ range: day, results: slots, gaps: { starts: [], noteOf } }), 'Lücke')
  expect(notes.slice(0, 3)).toEqual(['', 'Es fehlen Werte.', ''])
  expect(columnOf(energyCsv({ range: day, results: slots, gaps: undefined }), 'Lücke')).toEqual(slots.map(() => ''))
})

test.each<[RangeKind, string]>([
  ['day', 'Haus-Viertelstunden-2026-11-16.csv'],
  ['week', 'Haus-Tage-2026-11-16-bis-2026-11-22.csv'],
  ['month', 'Haus-Tage-2026-11-01-bis-2026-11-30.csv'],
  ['year', 'Haus-Monate-2026-01-01-bis-2026-12-31.csv'],
  ['total', 'Haus-Jahre-gesamt.csv'],
])('the file of a %s around a Monday is %s', (kind, name) => {
  expect(energyFileName('Haus', rangeAround('2026-11-16', kind))).toBe(name)
})
