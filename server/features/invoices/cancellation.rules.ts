/** The cancellation of an invoice: its exact mirror (decision 0073). Pure. */
import type { BusinessProfileInput } from '#contract/business-profile.ts'
import type { FieldError } from '#contract/errors.ts'
import { invoiceSums } from '#contract/invoice-sums.ts'
import { cancelledShare, defaultNote } from '#contract/texts/invoice-lines.texts.ts'
import type { ValidationCode } from '#contract/validation.ts'
import { type VatCase, vatRules, type ZeroRateCase } from '#contract/vat-cases.ts'
import type { StoredTaxLine } from '#server/database/business-tables.ts'
import type { InvoiceSnapshot, SnapshotLine } from '#server/invoice-documents/invoice-snapshot.ts'
import { fieldError } from './invoice.rules.ts'

type Cancelling = { number: string; issueDate: string; reason: string }

/** Of an invoice that the portal wrote: the same lines with negative quantities. */
export function mirrorOf(original: InvoiceSnapshot, { number, issueDate, reason }: Cancelling): InvoiceSnapshot {
  const lines = original.lines.map(line => ({
    ...line,
    quantityMilli: -line.quantityMilli,
    // `-0` would differ from `0`.
    netCents: 0 - line.netCents,
    work: [],
  }))
  return {
    ...original,
    kind: 'cancellation',
    number,
    issueDate,
    dueDate: null,
    cancels: { number: original.number, issueDate: original.issueDate, reason },
    notes: original.notes.filter(note => note !== defaultNote),
    closingText: '',
    hasWorkRecord: false,
    lines,
    ...invoiceSums(lines),
  }
}

/** Lines of the cancellation of an uploaded invoice: its amounts by tax rate. */
export type UploadedAmounts = { net_cents: number; gross_cents: number; tax_lines: readonly StoredTaxLine[] }

/** Why the amounts of an uploaded invoice have no exact mirror; null when they have. */
export function mirrorProblem(
  { net_cents, gross_cents, tax_lines }: UploadedAmounts,
  zeroRateCase: ZeroRateCase | undefined,
): FieldError | null {
  const hasZeroRate = tax_lines.length === 0 || tax_lines.some(({ rate }) => rate === 0)
  if (hasZeroRate && zeroRateCase === undefined) return fieldError('zeroRateCase', 'vat_case.required')
  const mirrored = invoiceSums(sharesOf({ net_cents, tax_lines }, zeroRateCase ?? 'smallBusiness'))
  const hasOtherRate = tax_lines.some(({ rate }) => caseOf(rate, zeroRateCase ?? 'smallBusiness') === null)
  const isExact = !hasOtherRate && mirrored.netCents === -net_cents && mirrored.grossCents === -gross_cents
  const code: ValidationCode = 'invoice.no_mirror'
  return isExact ? null : fieldError('reason', code)
}

/** One line per rate of an uploaded invoice. */
export function mirroredShares(
  amounts: UploadedAmounts,
  { number, issueDate }: { number: string; issueDate: string },
  zeroRateCase: ZeroRateCase,
): SnapshotLine[] {
  return sharesOf(amounts, zeroRateCase).map((share, index) => ({
    position: index + 1,
    text: cancelledShare(number, dayText(issueDate), vatRules[share.vatCase].rate / 100),
    description: '',
    unit: 'lumpSum',
    ...share,
    netCents: -share.unitPriceE4 / 100,
    work: [],
  }))
}

/** The confirmations of a photovoltaic system were given outside of the portal. */
export function photovoltaicsOf(lines: readonly SnapshotLine[]): InvoiceSnapshot['photovoltaics'] {
  return lines.some(({ vatCase }) => vatCase === 'photovoltaics')
    ? { isOperator: true, isEligibleBuilding: true }
    : null
}

/** The business's own case without tax, where the profile decides it. */
export function knownZeroRateCase(
  { isSmallBusiness }: Pick<BusinessProfileInput, 'isSmallBusiness'>,
  tax_lines: readonly StoredTaxLine[],
  chosen: ZeroRateCase | undefined,
): ZeroRateCase | undefined {
  return chosen ?? (isSmallBusiness && tax_lines.length === 0 ? 'smallBusiness' : undefined)
}

function sharesOf({ net_cents, tax_lines }: Pick<UploadedAmounts, 'net_cents' | 'tax_lines'>, zeroRate: ZeroRateCase) {
  const shares = tax_lines.length === 0 ? [{ rate: 0, base_cents: net_cents }] : tax_lines
  return shares
    .filter(({ base_cents }) => base_cents > 0)
    .map(({ rate, base_cents }) => ({
      quantityMilli: -1_000,
      unitPriceE4: base_cents * 100,
      vatCase: caseOf(rate, zeroRate) ?? zeroRate,
    }))
}

function caseOf(rate: number, zeroRate: ZeroRateCase): VatCase | null {
  if (rate === 0) return zeroRate
  if (rate === vatRules.standard.rate) return 'standard'
  return rate === vatRules.reduced.rate ? 'reduced' : null
}

/** `2026-03-09` → `09.03.2026` */
function dayText(date: string): string {
  return date.split('-').reverse().join('.')
}
