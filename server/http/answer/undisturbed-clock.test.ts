import { expect, test } from 'vitest'
import { createUndisturbedClock, runDelayMsOf } from './undisturbed-clock.ts'

function handMade() {
  const system = { ms: 1_000, delayMs: 300, asked: 0 }
  const clock = createUndisturbedClock(
    () => system.ms,
    () => {
      system.asked += 1
      return system.delayMs
    },
  )
  return { system, clock }
}

test('time without a processor does not count', () => {
  const { system, clock } = handMade()
  const start = clock()
  system.ms += 100
  system.delayMs += 70
  expect(clock() - start).toBe(30)
  system.ms += 50
  expect(clock() - start).toBe(80)
})

test('a short interval counts whole and asks nothing', () => {
  const { system, clock } = handMade()
  const start = clock()
  system.asked = 0
  for (let calls = 0; calls < 10; calls += 1) {
    system.ms += 0.5
    clock()
  }
  expect(clock() - start).toBe(5)
  expect(system.asked).toBe(0)
})

test('never runs backwards, even if short intervals had no processor', () => {
  const { system, clock } = handMade()
  system.ms += 0.5
  system.delayMs += 5
  const before = clock()
  system.ms += 2
  expect(clock()).toBe(before)
})

test('the delay is the second number of Linux, in nanoseconds', () => {
  expect(runDelayMsOf('346589000 407254000 2\n')).toBe(407.254)
  expect(runDelayMsOf('')).toBeNaN()
})
