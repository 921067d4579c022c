import { describe, expect, it } from 'vitest'
import { numberOf } from '#contract/number-form.ts'
import { seriesInput } from '#contract/number-series.ts'
import { doFormsMeet, isOfForm, numericValueOf, proposedForms, sequenceOf } from './number-series.rules.ts'

const form = 'RE-{year}-{number:5}'

describe('a number series', () => {
  it('writes the year and at least so many digits', () => {
    expect(numberOf(form, '2026', 42)).toBe('RE-2026-00042')
    expect(numberOf(form, '2026', 1_234_567)).toBe('RE-2026-1234567')
    expect(numberOf('{number}', '2026', 7)).toBe('7')
    expect(numberOf('R {year} / {number:3}', '2027', 7)).toBe('R 2027 / 007')
  })

  it.each([
    ['RE-2026-00042', true],
    ['re-2025-1', true],
    ['RE-26-00042', false],
    ['RE-2026-00042a', false],
    ['XRE-2026-00042', false],
    ['RE-2026-', false],
    ['RE-20x6-00042', false],
    ['RE-2x26-00042', false],
    ['RE-x026-00042', false],
    ['RE-2026/00042', false],
  ])('knows whether %s could be one of its numbers: %s', (number, is) => {
    expect(isOfForm(form, number)).toBe(is)
  })

  it('takes the dot and the plus literally', () => {
    expect(isOfForm('R.{number}', 'R.1')).toBe(true)
    expect(isOfForm('R.{number}', 'RX1')).toBe(false)
    expect(isOfForm('R+{number}', 'RR1')).toBe(false)
  })

  it('knows the value of its numbers in a year', () => {
    expect(numericValueOf(form, '2026', 're-2026-00042')).toBe(42)
    expect(numericValueOf(form, '2026', 'RE-2025-00042')).toBeUndefined()
    expect(numericValueOf(form, '2026', 'RE-2026-42b')).toBeUndefined()
    expect(numericValueOf('R {number}', '2026', 'r  9')).toBe(9)
    expect(numericValueOf(form, '2026', 'RE-2026-b42')).toBeUndefined()
    expect(numericValueOf('R {number}', '2026', 'R9')).toBeUndefined()
  })

  it('is proposed for each kind, in a form of its own', () => {
    expect(proposedForms).toEqual({ invoice: 'RE-{year}-{number:5}', cancellation: 'ST-{year}-{number:5}' })
    expect(doFormsMeet(proposedForms.invoice, proposedForms.cancellation)).toBe(false)
  })

  it('counts each year and each prefix separately, regardless of case', () => {
    expect(sequenceOf(form, '2026')).toBe('invoice number re-2026-')
    expect(sequenceOf('re-{year}-{number}', '2026')).toBe(sequenceOf(form, '2026'))
    expect(sequenceOf(form, '2027')).not.toBe(sequenceOf(form, '2026'))
    expect(sequenceOf('{number}', '2026')).toBe('invoice number ')
  })

  it.each([
    [form, 'ST-{year}-{number:5}', false],
    [form, 're-{year}-{number}', true],
    [form, 'RE-2026-{number}', true],
    ['RE-2025-{number}', form, true],
    ['RE-{number}', form, false],
    ['{year}-{number}', '{year}-{number:3}', true],
    ['{year}/{year}-{number}', '{year}-{number}', false],
  ])('%s and %s could give one number: %s', (one, other, meet) => {
    expect(doFormsMeet(one, other)).toBe(meet)
    expect(doFormsMeet(other, one)).toBe(meet)
  })

  it.each([
    ['RE-{year}-{number:5}', null],
    ['{number}', null],
    ['R {number:9}', null],
    ['RE-{year}', 'number_series.form'],
    ['RE-{number}-X', 'number_series.form'],
    ['RE-{number:0}', 'number_series.form'],
    ['RE-{year}{number:5}', 'number_series.form'],
    ['RE7{number:5}', 'number_series.form'],
    ['-{number}', 'number_series.form'],
    ['RE"{number}', 'number_series.form'],
    ['RE-{month}-{number}', 'number_series.form'],
    ['', 'required'],
  ])('accepts the form %s or refuses it with %s', (text, code) => {
    const parsed = seriesInput.safeParse({ kind: 'invoice', form: text, start: 1 })
    expect(parsed.success ? null : parsed.error.issues[0]?.message).toBe(code)
  })
})
