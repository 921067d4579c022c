import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validationTexts } from '#contract/texts/validation.texts.ts'
import {
  amountErrors,
  dateErrors,
  dateKey,
  invoiceSearchTexts,
  pdfNameOf,
  publicationErrors,
  taxCentsOf,
  taxOn,
} from './invoice.rules.ts'

const rates = fc.constantFrom(1_900, 700, 0, 550, 1_600)
const cents = fc.integer({ min: 0, max: 100_000_000 })
/** Correct tax lines: each rate once, the tax of the rate, rounded anywhere on the way. */
const lines = fc.uniqueArray(fc.record({ rate: rates, base_cents: cents, off: fc.integer({ min: -50, max: 50 }) }), {
  selector: line => line.rate,
  maxLength: 5,
})
const right = lines.map(rows => {
  const tax_lines = rows.map(({ rate, base_cents, off }) => ({
    rate,
    base_cents,
    amount_cents: rate === 0 ? 0 : Math.max(0, taxOn(base_cents, rate) + off),
  }))
  const net_cents = tax_lines.reduce((sum, line) => sum + line.base_cents, 0)
  return { net_cents, tax_lines, gross_cents: net_cents + taxCentsOf(tax_lines) }
})
const usual = { isSmallBusiness: false }
const codesOf = (errors: { field: string; code: string }[]) => errors.map(({ field, code }) => `${field} ${code}`)

describe('the amounts of an invoice', () => {
  it('are right when net and tax make up gross, for any rounding of the tax', () => {
    fc.assert(
      fc.property(right, amounts => {
        expect(amountErrors(amounts, usual)).toEqual([])
      }),
    )
  })

  it('are wrong when gross is off by a cent or more', () => {
    fc.assert(
      fc.property(right, fc.integer({ min: 1, max: 10_000 }), (amounts, off) => {
        const wrong = { ...amounts, gross_cents: amounts.gross_cents + off }
        expect(codesOf(amountErrors(wrong, usual))).toEqual(['gross tax.gross_differs'])
      }),
    )
  })

  it('are wrong when the net amounts of the rates do not make up the net amount', () => {
    const withTax = right.filter(({ tax_lines }) => tax_lines.length > 0)
    fc.assert(
      fc.property(withTax, fc.integer({ min: 1, max: 10_000 }), (amounts, off) => {
        const wrong = { ...amounts, net_cents: amounts.net_cents + off, gross_cents: amounts.gross_cents + off }
        expect(codesOf(amountErrors(wrong, usual))).toEqual(['net tax.net_differs'])
      }),
    )
  })

  it('name the line whose tax is not that of its rate', () => {
    const amounts = {
      net_cents: 20_000,
      tax_lines: [
        { rate: 1_900, base_cents: 10_000, amount_cents: 1_900 },
        { rate: 700, base_cents: 10_000, amount_cents: 7_000 },
      ],
      gross_cents: 28_900,
    }
    expect(codesOf(amountErrors(amounts, usual))).toEqual(['tax.1.amount tax.amount_unlikely'])
    const free = [{ rate: 0, base_cents: 100, amount_cents: 1 }]
    expect(codesOf(amountErrors({ net_cents: 100, tax_lines: free, gross_cents: 101 }, usual))).toEqual([
      'tax.0.amount tax.amount_unlikely',
    ])
  })

  it('may have a tax that was rounded line by line, up to fifty cents off and not one more', () => {
    const codesAt = (amount_cents: number) => {
      const tax_lines = [{ rate: 1_900, base_cents: 10_000, amount_cents }]
      return codesOf(amountErrors({ net_cents: 10_000, tax_lines, gross_cents: 10_000 + amount_cents }, usual))
    }
    expect([1_850, 1_950].flatMap(codesAt)).toEqual([])
    expect([1_849, 1_951].map(codesAt)).toEqual(Array(2).fill(['tax.0.amount tax.amount_unlikely']))
  })

  it('are explained with a German sentence', () => {
    const [error] = amountErrors({ net_cents: 1, tax_lines: [], gross_cents: 2 }, usual)
    expect(error?.message).toBe(validationTexts['tax.gross_differs'])
  })

  it('have each rate once', () => {
    const line = { rate: 1_900, base_cents: 10_000, amount_cents: 1_900 }
    expect(codesOf(amountErrors({ net_cents: 20_000, tax_lines: [line, line], gross_cents: 23_800 }, usual))).toEqual([
      'tax.1.rate tax.rate_twice',
    ])
  })

  it('of a small business have no tax', () => {
    const small = { isSmallBusiness: true }
    fc.assert(
      fc.property(right, amounts => {
        const codes = codesOf(amountErrors(amounts, small))
        expect(codes).toEqual(taxCentsOf(amounts.tax_lines) > 0 ? ['tax tax.small_business'] : [])
      }),
    )
    expect(amountErrors({ net_cents: 5_000, tax_lines: [], gross_cents: 5_000 }, small)).toEqual([])
  })

  it('round half a cent of tax up, without a float on the way', () => {
    expect(taxOn(17_875, 1_900)).toBe(3_396)
    expect([taxOn(50, 100), taxOn(49, 100), taxOn(150, 700), taxOn(100_000_000, 1_900)]).toEqual([1, 0, 11, 19_000_000])
    fc.assert(
      fc.property(cents, rates, (base, rate) => {
        const exact = BigInt(base) * BigInt(rate)
        expect(BigInt(taxOn(base, rate))).toBe((exact + 5_000n) / 10_000n)
      }),
    )
  })
})

const complete = {
  number: 'RE-1',
  issue_date: '2026-03-01',
  due_date: '2026-03-15',
  service_from: null,
  service_to: null,
  gross_cents: 100,
  pdf_file_id: 'f',
}

describe('the dates of an invoice', () => {
  it('are in their order', () => {
    const dates = {
      issue_date: '2026-03-02',
      due_date: '2026-03-02',
      service_from: '2026-02-01',
      service_to: '2026-02-01',
    }
    expect(dateErrors(dates)).toEqual([])
    expect(codesOf(dateErrors({ ...dates, due_date: '2026-03-01', service_to: '2026-01-31' }))).toEqual([
      'dueDate invoice.due_before_issue',
      'serviceTo invoice.service_ends_before',
    ])
    expect(dateErrors({ ...dates, issue_date: null, service_from: null })).toEqual([])
    expect(dateErrors({ ...dates, due_date: null, service_to: null })).toEqual([])
    const oneDay = { issue_date: '2026-03-01', due_date: '2026-03-01' }
    expect(dateErrors({ ...oneDay, service_from: '2026-03-01', service_to: '2026-03-01' })).toEqual([])
    const nothing = { issue_date: null, due_date: null, service_from: null, service_to: null }
    expect(dateErrors({ ...nothing, due_date: '', service_to: '' })).toEqual([])
    expect(dateErrors({ ...nothing, issue_date: '2026-03-01', service_from: '2026-03-01' })).toEqual([])
  })

  it('sort a draft without one after all others', () => {
    expect([dateKey('2026-12-31'), dateKey(null)].toSorted()).toEqual(['2026-12-31', '9999-12-31'])
  })
})

describe('a draft', () => {
  it('can be issued with number, dates and an amount', () => {
    expect(publicationErrors(complete, '2026-03-01')).toEqual([])
  })

  it('lists everything it lacks at once', () => {
    const empty = { ...complete, number: null, issue_date: null, due_date: null, gross_cents: 0, pdf_file_id: null }
    expect(codesOf(publicationErrors(empty, '2026-03-01'))).toEqual([
      'number required',
      'issueDate required',
      'dueDate required',
      'net invoice.amount_required',
      'pdfFileId invoice.pdf_required',
    ])
  })

  it('is not issued on a day in the future', () => {
    expect(codesOf(publicationErrors(complete, '2026-02-28'))).toEqual(['issueDate date.in_future'])
  })
})

it('The PDF is saved under the number of the invoice', () => {
  expect(pdfNameOf({ number: 'RE-2026-00042' }, 'scan.pdf')).toBe('Rechnung_RE-2026-00042.pdf')
  expect(pdfNameOf({ number: '7/2026 A' }, 'scan.pdf')).toBe('Rechnung_7-2026 A.pdf')
  expect(pdfNameOf({ number: null }, 'scan.pdf')).toBe('scan.pdf')
})

it('An invoice is found by its number, if it has one, and its notes', () => {
  expect(invoiceSearchTexts({ number: 'RE-1', notes: 'Bitte überweisen' })).toEqual(['RE-1', 'Bitte überweisen'])
  expect(invoiceSearchTexts({ number: null, notes: '' })).toEqual(['', ''])
})
