import { expect, test } from 'vitest'
import { billingStepMinutes } from '#contract/limits.ts'
import { proposedHours } from './proposed-hours.ts'

const minuteMs = 60_000
const stepHours = billingStepMinutes / 60

test('the first minute rounds up to a step', () => {
  expect(proposedHours(minuteMs)).toBe(stepHours)
})

test('a full step is one step, and a second more is two', () => {
  expect(proposedHours(billingStepMinutes * minuteMs)).toBe(stepHours)
  expect(proposedHours(billingStepMinutes * minuteMs + 1000)).toBe(2 * stepHours)
})

test('a clock that is behind the server yields no negative time', () => {
  expect(proposedHours(-5 * minuteMs)).toBe(stepHours)
})
