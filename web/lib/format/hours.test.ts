import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hours } from '#contract/fields.ts'
import { formatHours } from './format.ts'
import { hoursOfMinutes, parseHours } from './hours.ts'

describe('working time as people type it', () => {
  test.each([
    ['1,5', 1.5],
    ['1.5', 1.5],
    ['1,5 h', 1.5],
    ['1,50 Std.', 1.5],
    ['1:30', 1.5],
    [':30', 0.5],
    ['0:45', 0.75],
    ['23:59', 23.98],
    ['25h', 25],
    ['25', 25],
    ['0:20', 0.33],
    ['90m', 1.5],
    ['90 min', 1.5],
    ['90 Minuten', 1.5],
    ['1h30', 1.5],
    ['1 h 30', 1.5],
    ['1H30M', 1.5],
    ['1 Std. 5 Min.', 1.08],
    ['2h', 2],
    ['2 Stunden', 2],
    ['0', 0],
    ['1.234,5', 1234.5],
  ])('%j are %d hours', (text, value) => {
    expect(parseHours(text)).toBe(value)
  })

  test.each([
    '',
    ' ',
    'h',
    'm',
    ':',
    '1:5',
    '1:60',
    '24:00',
    '25:00',
    '100:30',
    '1h60',
    '1h90',
    '90m30',
    '1,5m',
    '-1',
    '-1:30',
    '1:30:00',
    'acht',
    '5 €',
  ])('%j is not a duration, or is ambiguous', text => {
    expect(parseHours(text)).toBeUndefined()
  })

  const minutes = fc.integer({ min: 0, max: 600_000 })

  test('every notation of some minutes yields the same hours, which the API accepts', () => {
    fc.assert(
      fc.property(minutes, all => {
        const [whole, rest] = [Math.floor(all / 60), all % 60]
        const two = String(rest).padStart(2, '0')
        // From a day on a colon is ambiguous.
        const clock = whole < 24 ? [`${whole}:${two}`] : []
        const spellings = [`${all}m`, `${all} min`, ...clock, `${whole}h${two}`, `${whole} Std. ${rest} Min.`]
        const read = new Set([...spellings, formatHours(hoursOfMinutes(all))].map(parseHours))
        expect([...read]).toEqual([hoursOfMinutes(all)])
        expect(hours.safeParse(hoursOfMinutes(all)).success).toBe(true)
      }),
    )
  })

  test('any input is a duration of zero or more, or none', () => {
    const typed = fc.string({ unit: fc.constantFrom(...'0159:,.hm stdminSTD-+e€'), maxLength: 10 })
    fc.assert(
      fc.property(typed, text => {
        const read = parseHours(text)
        expect(read === undefined || (Number.isFinite(read) && read >= 0)).toBe(true)
      }),
    )
  })
})
