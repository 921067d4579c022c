import { expect, it } from 'vitest'
import { restMs } from './plan-turn.rules.ts'

const quarterHourMs = 900_000

it.each([
  ['five times what a plan takes', { workMs: 150, leftMs: quarterHourMs, sitesLeft: 500 }, 750],
  ['at most a second', { workMs: 800, leftMs: quarterHourMs, sitesLeft: 10 }, 1_000],
  ['what is spare, so that all are planned within two thirds', { workMs: 400, leftMs: 600_000, sitesLeft: 800 }, 100],
  ['nothing, where time is short', { workMs: 400, leftMs: 60_000, sitesLeft: 200 }, 0],
  ['nothing after the last one', { workMs: 200, leftMs: quarterHourMs, sitesLeft: 0 }, 0],
])('rests %s', (_, turn, ms) => {
  expect(restMs(turn)).toBe(ms)
})
