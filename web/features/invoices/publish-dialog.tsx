import type { InvoiceWithEntries } from '#contract/invoices.ts'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { ConfirmDialog } from '#web/components/overlay/confirm-dialog.tsx'
import { hasCode } from '#web/lib/api/api-error.ts'
import { useIdempotencyKey } from '#web/lib/api/idempotency-key.ts'
import { usePrices } from '#web/lib/format/use-prices.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import { writtenInvoiceTexts } from '#web/texts/written-invoices.texts.ts'
import { grossText } from './gross-text.ts'
import { usePublishInvoice, useRefreshInvoices } from './invoice.mutations.ts'
import { sumOf } from './use-proposals.ts'

interface PublishDialogProps {
  /** The stored draft. */
  invoice: InvoiceWithEntries | null
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Marks missing fields; false for any other error. */
  onRefused: (error: unknown) => boolean
}

/** Explains the effects of publishing, which cannot be undone, and asks for confirmation. */
export function PublishDialog({ invoice, open, onOpenChange, onRefused }: PublishDialogProps) {
  const prices = usePrices()
  const publish = usePublishInvoice()
  const refresh = useRefreshInvoices()
  const idempotency = useIdempotencyKey()
  if (!invoice) return null
  const entriesNet = sumOf(invoice.entries)
  const isWritten = invoice.written !== null
  const differs = !isWritten && invoice.entries.length > 0 && entriesNet !== invoice.net

  async function publishNow({ id, revision }: InvoiceWithEntries) {
    const published = await publish.mutateAsync({ id, revision, idempotencyKey: idempotency.key })
    idempotency.renew()
    showSuccess(doneText(published))
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      tone="primary"
      title={isWritten ? issueTexts.question : texts.question(invoice.number ?? '')}
      confirmLabel={isWritten ? issueTexts.confirm : texts.confirm}
      onConfirm={() => publishNow(invoice)}
      onFailure={error => {
        idempotency.renewAfterRefusal(error)
        if (!onRefused(error)) showFailure(error)
        if (hasCode(error, 'stale')) void refresh()
        onOpenChange(false)
      }}
    >
      <span className="grid gap-3">
        <span>{texts.explanation(invoice.customer.name, grossText(invoice))}</span>
        {invoice.entries.length > 0 ? <span>{texts.entries(invoice.entries.length)}</span> : null}
        {differs ? (
          <strong>{texts.differs(prices.named(entriesNet, 'net'), prices.named(invoice.net, 'net'))}</strong>
        ) : null}
        {isWritten ? <span>{issueTexts.number}</span> : null}
        <strong>{isWritten ? issueTexts.final : texts.final}</strong>
      </span>
    </ConfirmDialog>
  )
}

const texts = invoiceTexts.publish
const issueTexts = writtenInvoiceTexts.issue

function doneText({ number, written }: InvoiceWithEntries): string {
  return (written === null ? texts : issueTexts).done(number ?? '')
}
