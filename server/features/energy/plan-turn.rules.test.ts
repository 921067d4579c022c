import { expect, it } from 'vitest'
import { restMs } from './plan-turn.rules.ts'

const quarterHourMs = 900_000

it.each([
  ['seven times what a plan takes', { workMs: 150, meanWorkMs: 140, leftMs: quarterHourMs, sitesLeft: 500 }, 1_050],
  ['as much longer after a long one', { workMs: 400, meanWorkMs: 140, leftMs: quarterHourMs, sitesLeft: 500 }, 2_800],
  ['at most three seconds', { workMs: 800, meanWorkMs: 800, leftMs: quarterHourMs, sitesLeft: 10 }, 3_000],
  [
    'what is spare, so that all are planned within two thirds',
    { workMs: 800, meanWorkMs: 400, leftMs: 600_000, sitesLeft: 800 },
    200,
  ],
  ['nothing, where time is short', { workMs: 400, meanWorkMs: 400, leftMs: 60_000, sitesLeft: 200 }, 0],
  ['nothing after the last one', { workMs: 200, meanWorkMs: 200, leftMs: quarterHourMs, sitesLeft: 0 }, 0],
])('rests %s', (_, turn, ms) => {
  expect(restMs(turn)).toBe(ms)
})
