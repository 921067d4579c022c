import { describe, expect, it } from 'vitest'
import { invoiceSums } from '#contract/invoice-sums.ts'
import { invoiceSamples } from '#server/testing/invoice-samples.ts'
import { knownZeroRateCase, mirroredShares, mirrorOf, mirrorProblem, photovoltaicsOf } from './cancellation.rules.ts'

const cancelling = { number: 'ST-1', issueDate: '2026-04-01', reason: 'Falsch' }
const originals = Object.values(invoiceSamples).filter(({ kind }) => kind === 'invoice')

describe('the cancellation of a written invoice', () => {
  it('mirrors every sum of every kind of invoice', () => {
    expect(originals.length).toBeGreaterThan(10)
    for (const original of originals) {
      const mirror = mirrorOf(original, cancelling)
      expect(mirror).toMatchObject({
        kind: 'cancellation',
        ...{ number: 'ST-1', issueDate: '2026-04-01', dueDate: null, closingText: '', hasWorkRecord: false },
        cancels: { number: original.number, issueDate: original.issueDate, reason: 'Falsch' },
        netCents: -original.netCents,
        grossCents: -original.grossCents,
      })
      expect(mirror.taxCents + original.taxCents).toBe(0)
      for (const [index, line] of mirror.lines.entries()) {
        expect(line.quantityMilli + (original.lines[index]?.quantityMilli ?? 0)).toBe(0)
        expect(line.netCents + (original.lines[index]?.netCents ?? 0)).toBe(0)
        expect(line.work).toEqual([])
      }
    }
  })
})

describe('the cancellation of an uploaded invoice', () => {
  const amounts = {
    net_cents: 30_000,
    gross_cents: 33_840,
    tax_lines: [
      { rate: 1_900, base_cents: 18_000, amount_cents: 3_420 },
      { rate: 700, base_cents: 6_000, amount_cents: 420 },
      { rate: 0, base_cents: 6_000, amount_cents: 0 },
    ],
  }
  const cancelled = { number: 'R-1', issueDate: '2026-03-09' }

  it('has a line per rate, which add up to its amounts', () => {
    const lines = mirroredShares(amounts, cancelled, 'photovoltaics')
    expect(lines.map(({ position, netCents, vatCase }) => [position, netCents, vatCase])).toEqual([
      [1, -18_000, 'standard'],
      [2, -6_000, 'reduced'],
      [3, -6_000, 'photovoltaics'],
    ])
    expect(invoiceSums(lines)).toMatchObject({ netCents: -30_000, grossCents: -33_840 })
    expect(lines[0]).toMatchObject({ quantityMilli: -1_000, unit: 'lumpSum', description: '', work: [] })
    expect(lines[0]?.text).toContain('R-1')
    expect(lines[0]?.text).toContain('09.03.2026')
    expect(photovoltaicsOf(lines)).toEqual({ isOperator: true, isEligibleBuilding: true })
    expect(photovoltaicsOf(lines.slice(0, 2))).toBeNull()
  })

  it('needs the case of a rate of 0 %, and exact tax at a known rate', () => {
    expect(mirrorProblem(amounts, 'photovoltaics')).toBeNull()
    expect(mirrorProblem(amounts, undefined)).toMatchObject({ field: 'zeroRateCase', code: 'vat_case.required' })
    const inexact = { field: 'reason', code: 'invoice.no_mirror' }
    expect(mirrorProblem({ ...amounts, gross_cents: 33_841 }, 'photovoltaics')).toMatchObject(inexact)
    expect(mirrorProblem({ ...amounts, net_cents: 30_001 }, 'photovoltaics')).toMatchObject(inexact)
    const old = { net_cents: 100, gross_cents: 116, tax_lines: [{ rate: 1_600, base_cents: 100, amount_cents: 16 }] }
    expect(mirrorProblem(old, undefined)).toMatchObject(inexact)
    const untaxed = { net_cents: 100, gross_cents: 100, tax_lines: [] }
    expect(mirrorProblem(untaxed, undefined)).toMatchObject({ code: 'vat_case.required' })
    expect(mirrorProblem(untaxed, 'smallBusiness')).toBeNull()
  })

  it('takes the case of a small business from the profile, unless another one is chosen', () => {
    const [zero] = amounts.tax_lines
    const small = { isSmallBusiness: true }
    expect(knownZeroRateCase(small, [], undefined)).toBe('smallBusiness')
    expect(knownZeroRateCase(small, [], 'photovoltaics')).toBe('photovoltaics')
    expect(knownZeroRateCase({ isSmallBusiness: false }, [], undefined)).toBeUndefined()
    expect(knownZeroRateCase(small, zero === undefined ? [] : [zero], undefined)).toBeUndefined()
  })
})
