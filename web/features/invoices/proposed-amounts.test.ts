import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sumEur, sumsOf, taxLine, taxOn } from './proposed-amounts.ts'

it('tax is rounded to the cent, half a cent up', () => {
  expect(taxOn(178.75, 19)).toBe(33.96)
  expect([taxOn(0.5, 1), taxOn(0.49, 1), taxOn(100, 0), taxOn(12.5, 7)]).toEqual([0.01, 0, 0, 0.88])
})

it('net and tax add up to gross to the cent for any input', () => {
  const eur = fc.integer({ min: 0, max: 100_000_000 }).map(cents => cents / 100)
  const lines = fc.array(fc.record({ rate: fc.constantFrom(19, 7, 0), base: eur }), { maxLength: 4 })
  fc.assert(
    fc.property(lines, eur, (typed, net) => {
      const tax = typed.map(({ rate, base }) => taxLine(rate, base))
      const sums = sumsOf({ net, tax })
      const cents = (amount: number) => Math.round(amount * 100)
      expect(cents(sums.net) + cents(sums.tax)).toBe(cents(sums.gross))
      expect(sums.gross).toBe(Number(sums.gross.toFixed(2)))
      expect(cents(sums.net)).toBe(tax.length === 0 ? cents(net) : tax.reduce((all, line) => all + cents(line.base), 0))
    }),
  )
})

it('missing input counts as zero', () => {
  expect(sumsOf({ net: Number.NaN, tax: [] })).toEqual({ net: 0, tax: 0, gross: 0 })
  expect(sumsOf({ net: 0, tax: [{ rate: 19, base: 100, amount: Number.NaN }] })).toEqual({
    net: 100,
    tax: 0,
    gross: 100,
  })
})

it('many small amounts add up without floating-point errors', () => {
  expect(sumEur([0.1, 0.2, 0.3])).toBe(0.6)
})
