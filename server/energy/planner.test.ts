import { afterEach, describe, expect, test } from 'vitest'
import { createPlanner, type Planner } from './planner.ts'

const input = {
  id: 'house',
  startsAt: '2026-05-01T00:00:00Z',
  minutes: [15, 15],
  loadW: [500, 500],
  pvW: [0, 0],
  importCt: [20, 40],
  exportCt: [8, 8],
  storages: [{ id: 'b', contentWh: 0, maxWh: 5000, maxChargeW: 3000, maxDischargeW: 3000, endCt: 0 }],
  options: { limitMs: 50 },
}

let planner: Planner | undefined
afterEach(() => planner?.close())

test('a planner answers several questions in turn', async () => {
  planner = createPlanner()
  const asked = ['a', 'b', 'c'].map(id => planner?.ask('plan', { ...input, id, options: {} }))
  const answers = await Promise.all(asked)
  expect(answers.map(answer => [answer?.id, answer?.status])).toEqual([
    ['a', 'optimal'],
    ['b', 'optimal'],
    ['c', 'optimal'],
  ])
})

describe.each(['hanging', 'crashing', 'missing', 'starving'])('with a %s solver', kind => {
  test('the rules answer, every time', async () => {
    planner = createPlanner(new URL(`../testing/${kind}-planner-thread.ts`, import.meta.url), 32)
    expect(await planner.ask('plan', input)).toMatchObject({ id: 'house', status: 'rules' })
    expect(await planner.ask('plan', { ...input, id: 'next' })).toMatchObject({ id: 'next', status: 'rules' })
  })
})

test('a thread that broke down is replaced by one that plans', async () => {
  planner = createPlanner(new URL('../testing/once-crashing-planner-thread.ts', import.meta.url))
  expect(await planner.ask('plan', { ...input, id: 'crash' })).toMatchObject({ id: 'crash', status: 'rules' })
  expect(await planner.ask('plan', { ...input, id: 'next', options: {} })).toMatchObject({ status: 'optimal' })
})
