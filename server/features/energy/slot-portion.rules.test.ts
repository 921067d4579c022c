import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readingsPerSlotMax } from '#contract/energy-limits.ts'
import { slotMs } from './channel-slots.rules.ts'
import { readingsAtOnce, slotsOfPortion, slotsToRead } from './slot-portion.rules.ts'

const place = fc.record({ number: fc.integer({ min: 1, max: 3 }), slot: fc.integer({ min: 0, max: 40 }) })
const due = fc
  .uniqueArray(place, { minLength: 1, maxLength: 64, selector: ({ number, slot }) => `${number} ${slot}` })
  .map(places => places.map(({ number, slot }) => ({ number, at: slot * slotMs })))

test('a portion holds as many slots as the limit of readings allows, in them and beside them, and at least one', () => {
  const counts = fc.array(fc.constantFrom(0, 90, 900, readingsPerSlotMax), { minLength: 42, maxLength: 42 })
  fc.assert(
    fc.property(due, counts, (slots, each) => {
      const countOf = ({ at }: { at: number }) => each[at / slotMs + 1] ?? 0
      const readingsOf = (length: number) => {
        const read = slots.slice(0, length).flatMap(slotsToRead)
        const places = new Map(read.map(slot => [`${slot.number} ${slot.at}`, slot]))
        return [...places.values()].reduce((sum, slot) => sum + countOf(slot), 0)
      }
      const length = slotsOfPortion(slots, countOf)
      expect(length).toBeGreaterThan(0)
      expect(length === 1 || readingsOf(length) <= readingsAtOnce).toBe(true)
      expect(length === slots.length || readingsOf(length + 1) > readingsAtOnce).toBe(true)
    }),
  )
})
