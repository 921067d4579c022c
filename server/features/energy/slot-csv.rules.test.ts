import { expect, test } from 'vitest'
import { energyFlows } from '#contract/energy-roles.ts'
import { noAccount } from './slot-account.rules.ts'
import { slotCsvName } from './slot-csv.queries.ts'
import { slotCsvHead, slotCsvLines } from './slot-csv.rules.ts'

const empty = {
  ...noAccount,
  // One field for each flow.
  ...(Object.fromEntries(energyFlows.map(flow => [`${flow}_mwh`, null])) as Record<
    `${(typeof energyFlows)[number]}_mwh`,
    null
  >),
  site_id: 'site',
  level_thousandths: null,
  covered_ms: 0,
}

test('each quarter-hour is a row in local time, exact to the mWh; unknown values are empty', () => {
  const lines = slotCsvLines([
    {
      ...empty,
      at_ms: Date.parse('2026-03-28T23:15:00Z'),
      date: '2026-03-29',
      import_mwh: 250_001,
      origin_grid_mwh: 250_001,
      cost_e8: -6_693_750,
      level_thousandths: 63_500,
      covered_ms: 450_000,
      quality: 'estimated',
    },
    { ...empty, at_ms: Date.parse('2026-03-28T23:30:00Z'), date: '2026-03-29', quality: 'gap' },
  ])
  const [head = '', first = '', second = '', end] = `${slotCsvHead}${lines}`.split('\r\n')
  expect(head.startsWith('\uFEFFDatum;Uhrzeit;Beginn (UTC);Netzbezug (kWh);')).toBe(true)
  expect(first).toBe(
    '29.03.2026;00:15;2026-03-28T23:15:00.000Z;0,250001;;;;;;;;;;;;;0,250001;-0,06693750;63,500;50,00;geschätzt',
  )
  expect(second).toBe('29.03.2026;00:30;2026-03-28T23:30:00.000Z;;;;;;;;;;;;;;;;;0,00;Lücke')
  for (const line of [first, second]) expect(line.split(';')).toHaveLength(head.split(';').length)
  expect(end).toBe('')
})

test('the name of a file has no character that a file system refuses', () => {
  expect(slotCsvName('Haus 1/2: "Süd"', '2026-03')).toBe('Haus 1_2_ _Süd_-2026-03.csv')
})
