import type { Invoice } from '#contract/invoices.ts'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { showToast } from '#web/components/feedback/toast.ts'
import { ConfirmDialog } from '#web/components/overlay/confirm-dialog.tsx'
import { hasCode } from '#web/lib/api/api-error.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import { useDeleteInvoice, useRefreshInvoices } from './invoice.mutations.ts'

interface DeleteInvoiceDialogProps {
  invoice: Invoice | null
  open: boolean
  onOpenChange: (open: boolean) => void
  onDeleted?: () => void
}

/** Asks before it deletes a draft. */
export function DeleteInvoiceDialog({ invoice, open, onOpenChange, onDeleted }: DeleteInvoiceDialogProps) {
  const remove = useDeleteInvoice()
  const refresh = useRefreshInvoices()
  if (!invoice) return null

  async function deleteInvoice(doomed: Invoice) {
    await remove.mutateAsync(doomed)
    showToast({ kind: 'success', title: commonTexts.succeeded, message: texts.done })
    onDeleted?.()
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={texts.question}
      confirmLabel={texts.button}
      onConfirm={() => deleteInvoice(invoice)}
      onFailure={error => {
        showFailure(error)
        if (hasCode(error, 'stale')) void refresh()
        onOpenChange(false)
      }}
    >
      {texts.explanation(invoice.tickets.reduce((sum, ticket) => sum + ticket.entriesCount, 0))}
    </ConfirmDialog>
  )
}

const texts = invoiceTexts.remove
