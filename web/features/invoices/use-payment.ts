import type { Invoice } from '#contract/invoices.ts'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { hasCode } from '#web/lib/api/api-error.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import { useRefreshInvoices, useUpdateInvoice } from './invoice.mutations.ts'

type Payable = Pick<Invoice, 'id' | 'number' | 'revision' | 'paidDate'>

/** Marks invoices as paid or unpaid; the confirmation offers to undo it. */
export function usePayment() {
  const update = useUpdateInvoice()
  const refresh = useRefreshInvoices()

  async function change(invoice: Payable, paidDate: string | null): Promise<Invoice> {
    const saved = await update.mutateAsync({
      id: invoice.id,
      revision: invoice.revision,
      change: paidDate === null ? { paid: false } : { paid: true, paidDate },
    })
    const number = saved.number ?? ''
    showSuccess(paidDate === null ? texts.reopened(number) : texts.done(number), {
      label: texts.undo,
      onClick: () => void changeOrShowFailure(saved, invoice.paidDate),
    })
    return saved
  }
  /** For use without a form. */
  async function changeOrShowFailure(invoice: Payable, paidDate: string | null): Promise<void> {
    await change(invoice, paidDate).catch(error => {
      showFailure(error)
      if (hasCode(error, 'stale')) void refresh()
    })
  }

  return {
    isBusy: update.isPending,
    /** Throws the server's errors. */
    markPaid: (invoice: Payable, paidDate: string) => change(invoice, paidDate),
    markUnpaid: (invoice: Payable) => changeOrShowFailure(invoice, null),
  }
}

const texts = invoiceTexts.pay
