/** Validity of the amounts and dates of an invoice, and its payment. Amounts are cents, dates `YYYY-MM-DD`. */
import type { FieldError } from '#contract/errors.ts'
import type { InvoiceKind, InvoiceState } from '#contract/invoices.ts'
import { taxRoundingCentsMax } from '#contract/limits.ts'
import { taxCents } from '#contract/prices.ts'
import { validationTexts } from '#contract/texts/validation.texts.ts'
import type { ValidationCode } from '#contract/validation.ts'
import type { StoredTaxLine } from '#server/database/business-tables.ts'
import { cleanFileName } from '#server/files/file-name.ts'

/** After every real date: a draft without one sorts with the newest invoices. */
const noDate = '9999-12-31'

export type Amounts = { net_cents: number; tax_lines: readonly StoredTaxLine[]; gross_cents: number }

export type Dates = {
  issue_date: string | null
  due_date: string | null
  service_from: string | null
  service_to: string | null
}

/** The sort keys of lists. */
export function dateKey(date: string | null): string {
  return date ?? noDate
}

export function taxCentsOf(lines: readonly StoredTaxLine[]): number {
  return lines.reduce((sum, line) => sum + line.amount_cents, 0)
}

/** Tax on a net amount in cents at a rate in hundredths of a percent, half a cent rounded up. */
export function taxOn(baseCents: number, rate: number): number {
  return taxCents(baseCents, rate / 100)
}

/**
 * Errors in the amounts: net + tax = gross, each rate once, their net amounts make up the net amount, and each tax is
 * about its rate (it may have been rounded line by line). A small business shows no tax (§ 19 UStG).
 */
export function amountErrors(
  { net_cents, tax_lines, gross_cents }: Amounts,
  { isSmallBusiness }: { isSmallBusiness: boolean },
): FieldError[] {
  const errors: FieldError[] = []
  if (isSmallBusiness && taxCentsOf(tax_lines) > 0) errors.push(fieldError('tax', 'tax.small_business'))
  for (const [index, { rate, base_cents, amount_cents }] of tax_lines.entries()) {
    if (tax_lines.findIndex(line => line.rate === rate) < index) {
      errors.push(fieldError(`tax.${index}.rate`, 'tax.rate_twice'))
    }
    if (Math.abs(amount_cents - taxOn(base_cents, rate)) > (rate === 0 ? 0 : taxRoundingCentsMax)) {
      errors.push(fieldError(`tax.${index}.amount`, 'tax.amount_unlikely'))
    }
  }
  const baseCents = tax_lines.reduce((sum, line) => sum + line.base_cents, 0)
  if (tax_lines.length > 0 && baseCents !== net_cents) errors.push(fieldError('net', 'tax.net_differs'))
  if (net_cents + taxCentsOf(tax_lines) !== gross_cents) errors.push(fieldError('gross', 'tax.gross_differs'))
  return errors
}

/** Errors in the dates, in any state. */
export function dateErrors({ issue_date, due_date, service_from, service_to }: Dates): FieldError[] {
  const errors: FieldError[] = []
  if (issue_date !== null && due_date !== null && due_date < issue_date) {
    errors.push(fieldError('dueDate', 'invoice.due_before_issue'))
  }
  if (service_from !== null && service_to !== null && service_to < service_from) {
    errors.push(fieldError('serviceTo', 'invoice.service_ends_before'))
  }
  return errors
}

/** Missing data for issuing a draft today. */
export function publicationErrors(
  draft: Dates & { number: string | null; gross_cents: number; pdf_file_id: string | null },
  today: string,
): FieldError[] {
  const errors: FieldError[] = []
  if (draft.number === null) errors.push(fieldError('number', 'required'))
  if (draft.issue_date === null) errors.push(fieldError('issueDate', 'required'))
  else if (draft.issue_date > today) errors.push(fieldError('issueDate', 'date.in_future'))
  if (draft.due_date === null) errors.push(fieldError('dueDate', 'required'))
  if (draft.gross_cents === 0) errors.push(fieldError('net', 'invoice.amount_required'))
  if (draft.pdf_file_id === null) errors.push(fieldError('pdfFileId', 'invoice.pdf_required'))
  return errors
}

/** The open amount; negative when overpaid, and for payments of a cancelled invoice. 0 for a cancellation. */
export function openCentsOf({
  state,
  kind,
  gross_cents,
  paid_cents,
}: {
  kind: InvoiceKind
  state: InvoiceState
  gross_cents: number
  paid_cents: number
}): number {
  return state === 'draft' || kind === 'cancellation' ? 0 : (state === 'issued' ? gross_cents : 0) - paid_cents
}

/** The file name of the PDF; a draft's keeps its original name. */
export function pdfNameOf({ number }: { number: string | null }, uploadedAs: string): string {
  return number === null ? uploadedAs : cleanFileName(`Rechnung_${number.replaceAll('/', '-')}.pdf`, 'application/pdf')
}

/** The search words of an invoice, besides those of its customer. */
export function invoiceSearchTexts({ number, notes }: { number?: string | null; notes: string }): string[] {
  return [number ?? '', notes]
}

export function fieldError(field: string, code: ValidationCode): FieldError {
  return { field, code, message: validationTexts[code] }
}
