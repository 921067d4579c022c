import { describe, expect, test } from 'vitest'
import { groupTaxCents, invoiceSums, type LineAmount, lineNetCents } from './invoice-sums.ts'
import { vatCases } from './vat-cases.ts'

/** mulberry32: the same lines in every run. */
function randomFrom(seed: number): (max: number) => number {
  let state = seed
  return max => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) % max
  }
}

function randomLines(random: (max: number) => number): LineAmount[] {
  return Array.from({ length: 1 + random(40) }, () => ({
    quantityMilli: random(20_000) - 4_000,
    unitPriceE4: random(2_000_000),
    vatCase: vatCases[random(vatCases.length)] ?? 'standard',
  }))
}

describe('the sums of an invoice', () => {
  test.each([
    ['1.75 h at 95 EUR', 1_750, 950_000, 16_625],
    ['half a cent goes up', 500, 100, 1],
    ['half a cent of a reduction goes away from zero', -500, 100, -1],
    ['less than half a cent is nothing', 499, 100, 0],
    ['a small reduction is nothing, not minus nothing', -499, 100, 0],
    ['the largest line is exact', 10_000_000, 9_999_999_999, 999_999_999_900],
  ])('%s', (_, quantityMilli, unitPriceE4, cents) => {
    expect(lineNetCents({ quantityMilli, unitPriceE4 })).toBe(cents)
  })

  test('tax is rounded on the sum of a rate, not on its lines', () => {
    const line: LineAmount = { quantityMilli: 1_000, unitPriceE4: 300, vatCase: 'standard' }
    expect(groupTaxCents(3, 1900)).toBe(1)
    expect(invoiceSums([line, line, line])).toMatchObject({ netCents: 9, taxCents: 2, grossCents: 11 })
  })

  test('add up, do not depend on the order of lines, and are mirrored by negative quantities', () => {
    const random = randomFrom(11)
    for (let round = 0; round < 500; round += 1) {
      const lines = randomLines(random)
      const sums = invoiceSums(lines)
      expect(sums.netCents).toBe(lines.reduce((sum, line) => sum + lineNetCents(line), 0))
      expect(sums.grossCents).toBe(sums.netCents + sums.taxCents)
      expect(invoiceSums(lines.toReversed())).toEqual(sums)
      const mirror = invoiceSums(lines.map(line => ({ ...line, quantityMilli: -line.quantityMilli })))
      expect(mirror).toEqual({
        groups: sums.groups.map(group => ({ ...group, baseCents: 0 - group.baseCents, taxCents: 0 - group.taxCents })),
        netCents: 0 - sums.netCents,
        taxCents: 0 - sums.taxCents,
        grossCents: 0 - sums.grossCents,
      })
    }
  })
})
