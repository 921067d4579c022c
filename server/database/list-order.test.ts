import { describe, expect, it } from 'vitest'
import { areSameRows, orderWith } from './list-order.ts'

describe('the order of links', () => {
  it.each([
    ['a', 1, 'abcd'],
    ['a', 3, 'bcad'],
    ['d', 1, 'dabc'],
    ['b', 4, 'acdb'],
    ['b', 50, 'acdb'],
    ['x', 2, 'axbcd'],
    ['x', 50, 'abcdx'],
  ])('with %s at %i is %s', (id, position, order) => {
    expect(orderWith([...'abcd'], id, position).join('')).toBe(order)
  })

  it.each([
    ['abc', 'cab', true],
    ['', '', true],
    ['ab', 'abc', false],
    ['abc', 'ab', false],
    ['abd', 'abc', false],
    ['aab', 'abc', false],
    ['aab', 'aab', false],
  ])('%j and %j name the same links: %s', (some, others, same) => {
    expect(areSameRows([...some], [...others])).toBe(same)
  })
})
