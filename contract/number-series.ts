/** The series that the numbers of written invoices come from (decision 0072). */
import * as z from 'zod/mini'
import { defineEndpoints } from './endpoint.ts'
import { numberProblem } from './fields.ts'
import { invoiceNumberLengthMax, invoiceStartMax } from './limits.ts'

export const seriesKinds = ['invoice', 'cancellation'] as const
export type SeriesKind = (typeof seriesKinds)[number]

const presentedSeries = z.object({
  kind: z.enum(seriesKinds),
  /** Without it no invoice can be issued; then form and start are a proposal. */
  isSet: z.boolean(),
  /** `RE-{year}-{number:5}`: a fixed text, the year of the issue, and the number with at least that many digits. */
  form: z.string(),
  /** The next number of this year, as a number and as it will be printed. */
  next: z.int(),
  nextNumber: z.string(),
  revision: z.int(),
})
export type PresentedSeries = z.output<typeof presentedSeries>

const form = z.string('required').check(
  z.trim(),
  z.minLength(1, { error: 'required', abort: true }),
  z.maxLength(invoiceNumberLengthMax + 16, { error: 'too_long', abort: true }),
  // Digits before the number would be a part of it; a number begins with a letter or digit, as a typed one.
  z.regex(
    /^(?![ ./_#+-])(?:(?:[\p{L}\p{N} ./_#+-]|\{year\})*[\p{L} ./_#+-])?\{number(?::[1-9])?\}$/u,
    'number_series.form',
  ),
)

export const seriesInput = z.strictObject({
  kind: z.enum(seriesKinds),
  form,
  /** The next number of this year: behind the highest one of that form. */
  start: z
    .int({ error: numberProblem })
    .check(z.minimum(1, 'number_series.start'), z.maximum(invoiceStartMax, 'number.too_large')),
})
export type SeriesInput = z.output<typeof seriesInput>

export const numberSeries = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/admin/number-series/',
    access: 'admin',
    summary: 'The number series of invoices and cancellations; one that is not set yet as a proposal.',
    response: z.object({ results: z.array(presentedSeries) }),
  },
  set: {
    method: 'PUT',
    path: '/api/backend/admin/number-series/',
    access: 'admin',
    summary: 'Set the form and the next number of a series; the version is that of this series.',
    body: seriesInput,
    response: presentedSeries,
    conditional: true,
  },
})
