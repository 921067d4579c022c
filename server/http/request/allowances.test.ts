import { describe, expect, test } from 'vitest'
import { createAllowances } from './allowances.ts'

const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1_000)

describe('an allowance', () => {
  const open = (sendersMax?: number) => createAllowances({ atOnce: 100, perSecond: 10 }, sendersMax)

  test('is used at once, and then comes back by the second', () => {
    const allowances = open()
    allowances.demand('kim', at(0))
    allowances.spend('kim', 130, at(0))
    expect(() => allowances.demand('kim', at(0))).toThrow(
      expect.objectContaining({ code: 'throttled', retryAfterSeconds: 3 }),
    )
    expect(() => allowances.demand('kim', at(3))).toThrow(expect.objectContaining({ retryAfterSeconds: 1 }))
    allowances.demand('kim', at(4))
    // A pause saves no more than one allowance.
    allowances.spend('kim', 100, at(1_000))
    expect(() => allowances.demand('kim', at(1_000))).toThrow()
  })

  test('is not passed by calls that came at once: the later ones are refused at no cost', () => {
    const allowances = open()
    for (let call = 1; call <= 5; call += 1) allowances.demand('kim', at(0))
    for (let call = 1; call <= 2; call += 1) allowances.spend('kim', 60, at(0))
    for (let call = 3; call <= 5; call += 1) {
      expect(() => allowances.spend('kim', 60, at(0))).toThrow(
        expect.objectContaining({ code: 'throttled', retryAfterSeconds: 2 }),
      )
    }
    allowances.spend('kim', 60, at(3))
  })

  test('of one sender is not that of others', () => {
    const allowances = open()
    allowances.spend('kim', 500, at(0))
    allowances.demand('eve', at(0))
  })

  test('is whole again where the clock was set back', () => {
    const allowances = open()
    allowances.spend('kim', 500, at(10))
    allowances.demand('kim', at(0))
  })

  test('is kept of the latest senders', () => {
    const allowances = open(2)
    for (const sender of ['kim', 'eve', 'max']) allowances.spend(sender, 500, at(0))
    allowances.demand('kim', at(0))
    expect(() => allowances.demand('eve', at(0))).toThrow()
  })
})
