import { expect, test } from 'vitest'
import { inputWithMoreTime, type StoredPlan } from './site-plan.rules.ts'

test.for([
  { why: 'no solution', status: 'rules', ms: 0, shareMs: 60_000, hasMore: true },
  {
    why: 'a solution out of time that is worse than the rules',
    status: 'rules',
    ms: 2_100,
    shareMs: 60_000,
    hasMore: true,
  },
  { why: 'no solution, and many sites wait', status: 'rules', ms: 0, shareMs: 9_000, hasMore: false },
  { why: 'rules that are as good as the solution', status: 'rules', ms: 300, shareMs: 60_000, hasMore: false },
  { why: 'a solution out of time', status: 'feasible', ms: 2_100, shareMs: 60_000, hasMore: false },
])('a plan is requested with more time: $why, $hasMore', ({ status, ms, shareMs, hasMore }) => {
  const stored = { input: { id: 'haus' }, output: { status, solver: { ms, gapCt: 0 } } } as unknown as StoredPlan
  const longer = { id: 'haus', options: { limitMs: 10_000 } }
  expect(inputWithMoreTime(stored, shareMs)).toEqual(hasMore ? longer : null)
})
