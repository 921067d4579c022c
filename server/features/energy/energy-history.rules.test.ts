import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EnergyStep } from '#contract/energy-history.ts'
import { energyFlows } from '#contract/energy-roles.ts'
import { calendarDate, startOfBerlinDay } from '#server/clock.ts'
import { slotMs } from './channel-slots.rules.ts'
import { addUpSteps, type Stretch, stepOf } from './energy-history.rules.ts'

type Known = Omit<Stretch, 'from' | 'to'> & { at: number; date: string }

/** Both clock changes, new year, a leap day, and an ordinary time. */
const starts = ['2026-03-27', '2026-10-23', '2026-12-30', '2028-02-27', '2026-06-01']
const days = 5
const hundredThousandKwh = 1e11

const energy = fc.option(fc.integer({ min: 0, max: hundredThousandKwh }), { nil: null })
const flows = fc.record(
  // One field for each flow.
  Object.fromEntries(energyFlows.map(flow => [`${flow}_mwh`, energy])) as Record<
    `${(typeof energyFlows)[number]}_mwh`,
    typeof energy
  >,
)
const measured = fc.record({ flows, covered_ms: fc.integer({ min: 0, max: slotMs }), isKnown: fc.boolean() })

/** Slots of random energies, some of them missing. */
function slotsFrom(start: string, parts: readonly { flows: object; covered_ms: number; isKnown: boolean }[]): Known[] {
  const from = startOfBerlinDay(start).getTime()
  return parts.flatMap(({ flows: energies, covered_ms, isKnown }, index): Known[] => {
    const at = from + index * slotMs
    const date = calendarDate(new Date(at))
    // The generator makes one field for each flow.
    return isKnown ? [{ ...(energies as Known), covered_ms, level_thousandths: null, at, date }] : []
  })
}

/** Like the job that computes days. */
function daysOf(slots: readonly Known[]): Known[] {
  return [...Map.groupBy(slots, ({ date }) => date)].map(([date, ofDay]) => {
    const sums = energyFlows.map(flow => {
      const known = ofDay.map(slot => slot[`${flow}_mwh`]).filter(mwh => mwh !== null)
      return [`${flow}_mwh`, known.length === 0 ? null : known.reduce((sum, mwh) => sum + mwh, 0)]
    })
    const covered_ms = ofDay.reduce((sum, slot) => sum + slot.covered_ms, 0)
    return { ...(Object.fromEntries(sums) as Known), covered_ms, level_thousandths: null, at: 0, date }
  })
}

describe('the energy of a site in steps', () => {
  it('adds up exactly: slots to hours, days, months and years, over clock changes and new year, in any order', () => {
    const inputs = fc.record({ start: fc.constantFrom(...starts), parts: fc.array(measured, { maxLength: days * 96 }) })
    fc.assert(
      fc.property(inputs, ({ start, parts }) => {
        const slots = slotsFrom(start, parts)
        const range = { from: startOfBerlinDay(start).getTime(), to: startOfBerlinDay('2029-01-01').getTime(), now: 0 }
        const inSteps = (step: EnergyStep, rows: readonly Known[]) =>
          addUpSteps(
            rows.map(row => ({ ...row, ...stepOf(step, row.at, row.date) })),
            range,
          )
        const { coverage: _, ...expected } = inSteps('slot', slots).sums
        const steps: readonly (readonly [EnergyStep, Known[]])[] = [
          ['slot', slots.toReversed()],
          ['hour', slots],
          ['day', daysOf(slots)],
          ['month', daysOf(slots)],
          ['year', daysOf(slots)],
        ]
        for (const [step, rows] of steps) {
          const { results, sums } = inSteps(step, rows)
          expect(sums).toMatchObject(expected)
          for (const flow of energyFlows) {
            const known = results.map(result => result[`${flow}Wh`]).filter(wh => wh !== null)
            const added = known.reduce((sum, wh) => sum + Math.round(wh * 1_000), 0)
            expect(added).toBe(Math.round((expected[`${flow}Wh`] ?? 0) * 1_000))
          }
        }
      }),
      { numRuns: 40 },
    )
  })

  it.each([
    ['2026-03-29', 92],
    ['2026-10-25', 100],
    ['2026-12-31', 96],
  ])('on %s has a day of %i slots', (date, count) => {
    const { from, to } = stepOf('day', 0, date)
    expect((to - from) / slotMs).toBe(count)
  })
})
