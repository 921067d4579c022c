import type { WrittenContent } from '#contract/invoice-lines.ts'
import { formatEur } from '#web/lib/format/format.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { writtenInvoiceTexts } from '#web/texts/written-invoices.texts.ts'

const { units } = writtenInvoiceTexts

type Amount = Pick<WrittenContent['lines'][number], 'quantity' | 'unit' | 'unitPrice'>

/** How a line's amount comes about: `3,5 Std. × 98,00 €`; a single lump sum needs no price. */
export function lineAmountText({ quantity, unit, unitPrice }: Amount): string {
  if (unit === 'lumpSum' && quantity === 1) return units.lumpSum
  return `${formatNumber(quantity)}\u00a0${units[unit]} × ${formatEur(unitPrice)}`
}
