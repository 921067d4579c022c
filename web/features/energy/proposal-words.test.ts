import { expect, test } from 'vitest'
import type { EnergyProposal } from '#contract/energy-proposals.ts'
import { exampleText, isClear, meaningText, sourceText } from './proposal-words.ts'

const proposal: EnergyProposal = {
  id: '1',
  source: { adapter: 'tasmota', topic: 'tele/keller/SENSOR', path: 'SML.Power' },
  name: 'SML Power',
  role: 'grid',
  measure: 'power',
  factor: 1,
  unit: 'W',
  example: '412.5',
  seenAt: '2026-03-10T09:00:00.000Z',
}

test('one click is enough only where role and measure are proposed and fit', () => {
  expect(isClear(proposal)).toBe(true)
  for (const change of [{ role: null }, { measure: null }, { measure: 'level' }] as const) {
    expect(isClear({ ...proposal, ...change })).toBe(false)
  }
})

test('a proposal states its sender, an example and its supposed meaning', () => {
  expect(sourceText(proposal)).toBe('Tasmota · tele/keller/SENSOR · SML.Power')
  expect(sourceText({ ...proposal, source: 'push', name: 'gird' })).toBe('per HTTPS · gird')
  expect([exampleText(proposal), exampleText({ ...proposal, example: null })]).toEqual([
    '412.5\u00a0W',
    'noch kein Wert',
  ])
  expect(meaningText(proposal)).toBe('Netz, Leistung (W)')
  expect(meaningText({ ...proposal, role: 'pv', measure: null })).toBe('Photovoltaik')
  expect(meaningText({ ...proposal, role: null, measure: null })).toBe('Unbekannt')
})
