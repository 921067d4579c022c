import { describe, expect, it } from 'vitest'
import { type Box, clearBottom } from './toast-place.ts'

const windowHeight = 844
const column = { left: 16, right: 374, height: 90 }
const usual = windowHeight - 16

const bar: Box = { left: 0, right: 390, top: 784, bottom: 844 }
const button: Box = { left: 20, right: 200, top: 700, bottom: 744 }

describe('the lower edge of the toasts', () => {
  it('is the window’s where nothing must stay visible', () => {
    expect(clearBottom(column, [], windowHeight)).toBe(usual)
  })

  it('is above a bar', () => {
    expect(clearBottom(column, [bar], windowHeight)).toBe(784 - 16)
  })

  it('is below a button that leaves room there', () => {
    expect(clearBottom(column, [button], windowHeight + 200)).toBe(windowHeight + 200 - 16)
  })

  it('is above all boxes without room between two of them', () => {
    expect(clearBottom(column, [bar, button], windowHeight)).toBe(700 - 16)
  })

  it('ignores boxes that are next to it, hidden or below the window', () => {
    const others = [
      { left: 400, right: 500, top: 784, bottom: 844 },
      { left: 0, right: 0, top: 0, bottom: 0 },
      { left: 0, right: 390, top: 900, bottom: 960 },
    ]
    expect(clearBottom(column, others, windowHeight)).toBe(usual)
  })

  it('is the usual one if no place is free', () => {
    const boxes = Array.from({ length: 20 }, (_, row) => ({
      left: 0,
      right: 390,
      top: row * 44,
      bottom: row * 44 + 40,
    }))
    expect(clearBottom(column, boxes, windowHeight)).toBe(usual)
  })

  it('never overlaps a box in any arrangement while a place is free', () => {
    const tops = [10, 150, 300, 420, 560, 640, 700, 760, 800]
    for (let chosen = 1; chosen < 2 ** tops.length; chosen += 1) {
      const boxes = tops
        .filter((_, index) => chosen & (1 << index))
        .map(top => ({ left: 20, right: 200, top, bottom: top + 44 }))
      const bottom = clearBottom(column, boxes, windowHeight)
      const meets = boxes.filter(box => box.top < bottom && box.bottom > bottom - column.height)
      if (bottom === usual && meets.length > 0) {
        const heights = Array.from({ length: windowHeight - column.height }, (_, top) => top + column.height)
        const isClear = (edge: number) => boxes.every(box => box.top >= edge || box.bottom <= edge - column.height)
        const roomy = heights.filter(edge => edge <= usual && [0, 15].every(more => isClear(edge + more)))
        expect(roomy, `for ${chosen}`).toEqual([])
      } else expect(meets, `for ${chosen}`).toEqual([])
    }
  })
})
