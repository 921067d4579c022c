import { expect, it } from 'vitest'
import { bandsOf, scaleOf } from './quarter-bands.ts'

it('parts stack upwards, those below zero downwards, and equal neighbours are one band', () => {
  const bands = bandsOf([
    [5, 5, -3],
    [2, 2, 2],
    [0, 1, -1],
  ])
  expect(bands).toEqual([
    { part: 0, from: 0, to: 2, low: 0, high: 5 },
    { part: 1, from: 0, to: 2, low: 5, high: 7 },
    { part: 2, from: 1, to: 2, low: 7, high: 8 },
    { part: 0, from: 2, to: 3, low: -3, high: 0 },
    { part: 1, from: 2, to: 3, low: 0, high: 2 },
    { part: 2, from: 2, to: 3, low: -4, high: -3 },
  ])
})

it('the scale includes the highest and lowest values, and zero', () => {
  expect(scaleOf([[30], [9]], [], 0)).toMatchObject({ bottom: 0, top: 40 })
  const scale = scaleOf([[-12]], [[null, 25]], 0)
  expect(scale.bottom).toBeLessThanOrEqual(-12)
  expect(scale.top).toBeGreaterThanOrEqual(25)
  expect(scale.steps).toContain(0)
  expect(scaleOf([], [], 100).top).toBe(100)
})
