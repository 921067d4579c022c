import type { Erasure } from '#contract/erasures.ts'
import { formatDate } from '#web/lib/format/format.ts'
import { privacyTexts } from '#web/texts/privacy.texts.ts'

const texts = privacyTexts.erasure

/** Retained invoices of a deleted account, with their recipients. */
export function RetainedInvoices({ invoices }: { invoices: NonNullable<Erasure['retainedInvoices']> }) {
  if (invoices.length === 0) return null
  return (
    <ul aria-label={texts.retained} className="divide-y divide-hairline border-y border-hairline">
      {invoices.map(({ id, number, issueDate, keptUntil, recipient }) => (
        <li key={id} className="grid gap-1 py-4">
          <p className="flex flex-wrap justify-between gap-x-4 gap-y-1">
            <span className="tabular font-semibold">{texts.invoice(number, formatDate(issueDate))}</span>
            <span className="text-label text-muted">{texts.until(formatDate(keptUntil))}</span>
          </p>
          <p className="whitespace-pre-line text-label text-muted wrap-anywhere">{recipient}</p>
        </li>
      ))}
    </ul>
  )
}
