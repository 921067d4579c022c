import { expect, test } from 'vitest'
import { createCallCounter } from './call-counter.ts'

const noon = new Date('2026-01-01T12:00:00Z')

test('counts a limited number of callers, and drops the least recent first', () => {
  const counter = createCallCounter(2)
  const refuses = (caller: string) => {
    try {
      counter.count(caller, 1, noon)
      return false
    } catch {
      return true
    }
  }
  expect(['a', 'b', 'a'].map(refuses)).toEqual([false, false, true])
  // The third replaces b.
  expect(['c', 'a', 'b'].map(refuses)).toEqual([false, true, false])
})

test('a clock that is set back locks nobody out', () => {
  const counter = createCallCounter()
  counter.count('a', 1, noon)
  counter.count('a', 1, new Date('2026-01-01T11:00:00Z'))
  expect(() => counter.count('a', 1, new Date('2026-01-01T11:00:59Z'))).toThrow('throttled')
})
