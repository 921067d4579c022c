import type { Invoice } from '#contract/invoices.ts'
import { DeleteDialog, type RowDialogProps } from '#web/components/overlay/delete-dialog.tsx'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import { useDeleteInvoice, useRefreshInvoices } from './invoice.mutations.ts'

/** Asks before it deletes a draft. */
export function DeleteInvoiceDialog(props: RowDialogProps<Invoice>) {
  return (
    <DeleteDialog
      {...props}
      question={() => texts.question}
      confirmLabel={texts.button}
      explanation={({ tickets }) => texts.explanation(tickets.reduce((sum, { entriesCount }) => sum + entriesCount, 0))}
      remove={useDeleteInvoice().mutateAsync}
      done={() => texts.done}
      refresh={useRefreshInvoices()}
    />
  )
}

const texts = invoiceTexts.remove
