/** The lines of invoices that the portal writes, and the work behind them. */
import * as z from 'zod/mini'
import { id, line, numberProblem, optionalDate, optionalText } from './fields.ts'
import { invoiceUnits } from './invoice-units.ts'
import {
  amountEurMax,
  invoiceEntriesMax,
  invoiceLineDescriptionMax,
  invoiceLinesMax,
  invoiceLineTextMax,
  noteLengthMax,
} from './limits.ts'
import { vatCases } from './vat-cases.ts'

/** One line per entry, per ticket, or per type of work; the extra charge of an entry always has its own. */
export const lineGroupings = ['entry', 'ticket', 'type'] as const
export type LineGrouping = (typeof lineGroupings)[number]

/** A finished entry behind a line, as it was billed. */
const lineEntry = z.object({
  /** null after its deletion. */
  id: z.nullable(id),
  ticket: z.object({ id: z.nullable(id), number: z.string(), name: z.string() }),
  name: z.string(),
  description: z.string(),
  date: z.string(),
  /** Hours, and EUR net: of this line only. */
  quantity: z.number(),
  total: z.number(),
})

const presentedLine = z.object({
  id,
  text: z.string(),
  description: z.string(),
  /** Negative for a reduction and in a cancellation. */
  quantity: z.number(),
  unit: z.enum(invoiceUnits),
  /** EUR, up to four decimals. */
  unitPrice: z.number(),
  /** EUR. */
  net: z.number(),
  /** null in a draft: not chosen yet. */
  vatCase: z.nullable(z.enum(vatCases)),
  /** Made of entries: the portal computes quantity, unit and price. */
  isWork: z.boolean(),
  entries: z.array(lineEntry),
})

/** The content of a written invoice. */
export const writtenContent = z.object({
  grouping: z.enum(lineGroupings),
  lines: z.array(presentedLine),
  /** EUR, by VAT case, from `invoiceSums`; lines without a case are missing here. */
  vat: z.array(z.object({ vatCase: z.enum(vatCases), rate: z.number(), base: z.number(), tax: z.number() })),
  /** Required texts that are printed automatically. */
  requiredTexts: z.array(z.string()),
  closingText: z.string(),
  /** Whether the work record follows as annex pages. */
  hasWorkRecord: z.boolean(),
  photovoltaics: z.object({ isOperator: z.boolean(), isEligibleBuilding: z.boolean() }),
})
export type WrittenContent = z.output<typeof writtenContent>

function hasDecimals(value: number, scale: number): boolean {
  return Math.abs(value * scale - Math.round(value * scale)) < 1e-4
}

const quantity = z.number({ error: numberProblem }).check(
  z.refine(value => value !== 0, { error: 'quantity.zero', abort: true }),
  z.refine(value => Math.abs(value) <= amountEurMax, { error: 'number.too_large', abort: true }),
  z.refine(value => hasDecimals(value, 1_000), 'quantity.decimals'),
)

const unitPrice = z.number({ error: numberProblem }).check(
  z.minimum(0, { error: 'unit_price.negative', abort: true }),
  z.maximum(amountEurMax, { error: 'amount.too_large', abort: true }),
  z.refine(value => hasDecimals(value, 10_000), 'unit_price.decimals'),
)

const lineInput = z.strictObject({
  /** Of an existing line. A line of work keeps the quantity, unit and price that follow from its entries. */
  id: z.optional(id),
  text: line(invoiceLineTextMax),
  description: optionalText(invoiceLineDescriptionMax),
  quantity,
  unit: z.enum(invoiceUnits),
  unitPrice,
  vatCase: z.nullable(z.enum(vatCases)),
})
export type InvoiceLineInput = z.output<typeof lineInput>

/**
 * The whole content of a draft. Entries and grouping determine the lines of work: a missing one is added, one without
 * entries is dropped. All other lines are as sent, in their order.
 */
export const invoiceContentInput = z.strictObject({
  issueDate: optionalDate,
  dueDate: optionalDate,
  serviceFrom: optionalDate,
  serviceTo: optionalDate,
  notes: optionalText(noteLengthMax),
  grouping: z.enum(lineGroupings),
  entryIds: z.array(id).check(z.maxLength(invoiceEntriesMax, 'too_long')),
  lines: z.array(lineInput).check(z.maxLength(invoiceLinesMax, 'invoice.too_many_lines')),
  closingText: optionalText(noteLengthMax),
  hasWorkRecord: z.boolean(),
  photovoltaics: z.strictObject({ isOperator: z.boolean(), isEligibleBuilding: z.boolean() }),
})
export type InvoiceContentInput = z.output<typeof invoiceContentInput>
