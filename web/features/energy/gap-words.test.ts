import { describe, expect, test } from 'vitest'
import type { EnergyGap } from '#contract/energy-gaps.ts'
import type { DaySlot } from './day-series.ts'
import type { EnergyStepRow } from './energy-steps.ts'
import { gapLines, longGapLines, reasonText, stepGaps } from './gap-words.ts'

const gap = (parts: Partial<EnergyGap>): EnergyGap => ({
  from: '2026-03-10T00:00:00.000Z',
  to: '2026-03-10T00:30:00.000Z',
  reason: 'site_silent',
  channels: [],
  code: null,
  ...parts,
})
const slot = (startsAt: string, state: DaySlot['state']): DaySlot => ({
  startsAt,
  state,
  result: null,
  generationKw: null,
  useKw: null,
  importKw: null,
  exportKw: null,
  levelPercent: null,
})

test('gaps in a row are one line with its time and reason; without a known reason, values are missing', () => {
  const slots = [
    slot('2026-03-10T00:00:00.000Z', 'gap'),
    slot('2026-03-10T00:15:00.000Z', 'gap'),
    slot('2026-03-10T00:30:00.000Z', 'measured'),
    slot('2026-03-10T00:45:00.000Z', 'gap'),
    slot('2026-03-10T01:00:00.000Z', 'later'),
  ]
  expect(gapLines(slots, [gap({})]).map(({ text }) => text)).toEqual([
    '01:00 bis 01:30\u00a0Uhr: Die Anlage hat sich nicht gemeldet.',
    '01:45 bis 02:00\u00a0Uhr: Es fehlen Werte.',
  ])
})

test('a gap up to midnight ends at 24:00 of its day', () => {
  const [slots, from] = [[slot('2026-03-10T22:45:00.000Z', 'gap')], '2026-03-10T21:00:00.000Z']
  expect(gapLines(slots, []).map(({ text }) => text)).toEqual(['23:45 bis 24:00\u00a0Uhr: Es fehlen Werte.'])
  const span = { from: Date.parse(from), to: Date.parse('2026-03-11T23:00:00.000Z') }
  expect(longGapLines([gap({ from, to: new Date(span.to).toISOString() })], span, 3)[0]?.text).toMatch(
    /^10\.03\.2026, 22:00 bis 11\.03\.2026, 24:00\u00a0Uhr: /,
  )
})

test.each<[Partial<EnergyGap>, RegExp]>([
  [{ reason: 'channel_silent', channels: ['Akku', 'Netz'] }, /^2\u00a0Messkanäle .*: Akku, Netz\.$/],
  [{ reason: 'before_first' }, /^Vor dem ersten Wert der Anlage\.$/],
  [{ reason: 'not_assigned', channels: ['Auto'] }, /^Noch nicht zugeordnet: Auto\.$/],
  [
    { reason: 'refused', channels: ['pv'], code: 'at.future' },
    /^Abgelehnte Werte von pv\. Die Uhr des Senders geht vor\.$/,
  ],
  [
    { reason: 'refused', channels: [''], code: 'message.too_many' },
    /^Abgelehnte Werte\. Die Nachricht hat mehr als 5\.000\u00a0Messwerte\.$/,
  ],
])('the reason %o in words', (parts, words) => {
  expect(reasonText(gap(parts))).toMatch(words)
})

describe('the gaps of a month', () => {
  const gaps = [
    gap({ from: '2026-03-09T23:00:00.000Z', to: '2026-03-11T23:00:00.000Z' }),
    gap({
      from: '2026-03-14T12:00:00.000Z',
      to: '2026-03-14T12:15:00.000Z',
      reason: 'channel_silent',
      channels: ['Akku'],
    }),
    gap({ from: '2026-03-28T20:00:00.000Z', to: '2026-03-29T10:00:00.000Z' }),
    gap({ from: '2026-03-30T22:00:00.000Z', to: '2026-03-31T22:00:00.000Z' }),
  ]
  const day = (date: string, state: EnergyStepRow['state']): EnergyStepRow => ({
    day: date,
    name: date,
    result: null,
    state,
  })

  test('are whole days by their dates, others with times; short ones are left out first', () => {
    const all = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }
    expect(longGapLines(gaps, all, 3).map(({ text }) => text)).toEqual([
      '10.03.2026 bis 11.03.2026: Die Anlage hat sich nicht gemeldet.',
      '28.03.2026, 21:00 bis 29.03.2026, 12:00\u00a0Uhr: Die Anlage hat sich nicht gemeldet.',
      '31.03.2026: Die Anlage hat sich nicht gemeldet.',
    ])
    const ofDay = { from: Date.parse('2026-03-13T23:00:00.000Z'), to: Date.parse('2026-03-14T23:00:00.000Z') }
    expect(longGapLines(gaps, ofDay, 3).map(({ text }) => text)).toEqual([
      '14.03.2026, 13:00 bis 13:15\u00a0Uhr: 1\u00a0Messkanal hat sich nicht gemeldet: Akku.',
    ])
  })

  test('have their reasons at each past day of the table', () => {
    const rows = [day('2026-03-11', 'gap'), day('2026-03-12', 'measured'), day('2026-03-14', 'partial')]
    const { starts, noteOf } = stepGaps([...rows, day('2026-03-15', 'later')], 'day', gaps)
    expect(starts.map(noteOf)).toEqual([
      'Die Anlage hat sich nicht gemeldet.',
      '',
      '1\u00a0Messkanal hat sich nicht gemeldet: Akku.',
    ])
  })
})
