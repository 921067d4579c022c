import { expect, test } from 'vitest'
import type { EnergyGap } from '#contract/energy-gaps.ts'
import type { DaySlot } from './day-series.ts'
import { gapLines, reasonText } from './gap-words.ts'

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

test('gaps in a row are one line with its time and reason; what nobody can tell is said to be missing', () => {
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

test.each<[Partial<EnergyGap>, RegExp]>([
  [{ reason: 'channel_silent', channels: ['Akku', 'Netz'] }, /^2\u00a0Messkanäle .*: Akku, Netz\.$/],
  [{ reason: 'before_first' }, /^Vor dem ersten Wert der Anlage\.$/],
  [{ reason: 'not_assigned', channels: ['Auto'] }, /^Noch nicht zugeordnet: Auto\.$/],
  [
    { reason: 'refused', channels: ['pv'], code: 'at.future' },
    /^Abgelehnte Werte von pv\. Die Uhr des Senders geht vor\.$/,
  ],
])('the reason %o in words', (parts, words) => {
  expect(reasonText(gap(parts))).toMatch(words)
})
