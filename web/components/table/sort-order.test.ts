import { describe, expect, it } from 'vitest'
import { placeAt, type RowBox, roomPx, withMoved } from './sort-order.ts'

describe('a list in manual order', () => {
  it.each([
    ['a', 2, 'bcad'],
    ['d', 0, 'dabc'],
    ['b', -3, 'bacd'],
    ['b', 9, 'acdb'],
    ['c', 2, 'abcd'],
  ])('with %s at %i is %s', (key, to, order) => {
    expect(withMoved([...'abcd'], key, to).join('')).toBe(order)
  })

  // Rows of 60 px with gaps of 4 px.
  const boxes: RowBox[] = [0, 1, 2, 3].map(index => ({ top: 100 + index * 64, height: 60 }))

  it.each([
    [0, 0, 0],
    [0, 33, 0],
    [0, 35, 1],
    [0, 100, 2],
    [0, 1_000, 3],
    [3, -35, 2],
    [3, -1_000, 0],
    [1, -35, 0],
    [1, 35, 2],
  ])('row %i dragged by %i px moves to place %i', (from, px, to) => {
    expect(placeAt(boxes, from, px)).toBe(to)
  })

  it('a row passes neighbours of other heights at their halves', () => {
    const uneven: RowBox[] = [
      { top: 0, height: 40 },
      { top: 40, height: 120 },
      { top: 160, height: 40 },
    ]
    expect(placeAt(uneven, 0, 59)).toBe(0)
    expect(placeAt(uneven, 0, 61)).toBe(1)
    expect(placeAt(uneven, 1, 19)).toBe(1)
    expect(placeAt(uneven, 1, 21)).toBe(2)
  })

  it('makes room by the height of the dragged row and its gap', () => {
    expect([0, 1, 2, 3].map(index => roomPx(boxes, 0, 2, index))).toEqual([0, -64, -64, 0])
    expect([0, 1, 2, 3].map(index => roomPx(boxes, 3, 1, index))).toEqual([0, 64, 64, 0])
    expect([0, 1, 2, 3].map(index => roomPx(boxes, 2, 2, index))).toEqual([0, 0, 0, 0])
  })
})
