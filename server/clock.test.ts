import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calendarDate, hourMs } from './clock.ts'

const berlin = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short' })

/** Hours since 1970 up to 2100, and milliseconds around their start. */
const instant = fc
  .tuple(fc.integer({ min: 0, max: 1_139_544 }), fc.integer({ min: -2, max: 2 }))
  .map(([hour, ms]) => new Date(hour * hourMs + ms))

test('a calendar date is that of Berlin, regardless of earlier calls', () => {
  fc.assert(
    fc.property(fc.array(instant, { minLength: 2 }), instants => {
      expect(instants.map(calendarDate)).toEqual(instants.map(at => berlin.format(at)))
    }),
  )
  const midnights = ['2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z']
  const around = midnights.flatMap(text => [-1, 0, 1].map(ms => new Date(Date.parse(text) + ms)))
  expect(around.map(calendarDate)).toEqual(around.map(at => berlin.format(at)))
})
