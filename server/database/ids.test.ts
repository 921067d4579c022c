import { expect, test } from 'vitest'
import { id } from '#contract/fields.ts'
import { newId } from './ids.ts'

test('ids are valid, different, and in order of creation', () => {
  const ids = Array.from({ length: 1_000 }, () => newId())
  expect(ids.every(made => id.safeParse(made).success)).toBe(true)
  expect(new Set(ids).size).toBe(1_000)
  expect(ids.toSorted()).toEqual(ids)
})

test('an id made for an instant carries it, and sorts there', () => {
  const [first, second] = [newId(new Date('2025-01-01T00:00:00Z')), newId(new Date('2025-01-01T00:00:00.001Z'))]
  expect(first < second).toBe(true)
  expect(Number.parseInt(first.replaceAll('-', '').slice(0, 12), 16)).toBe(Date.parse('2025-01-01T00:00:00Z'))
  expect(id.safeParse(first).success).toBe(true)
})

test('with given random numbers it is repeatable', () => {
  const at = new Date('2025-01-01T00:00:00Z')
  expect(newId(at, () => 0.25)).toBe(newId(at, () => 0.25))
  expect(newId(at, () => 0.25)).not.toBe(newId(at, () => 0.75))
  expect(newId(at)).not.toBe(newId(at))
})
