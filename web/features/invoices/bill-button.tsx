import { IconFileInvoice } from '@tabler/icons-react'
import { useState } from 'react'
import type { NewDrafts } from '#contract/billing.ts'
import type { Invoice } from '#contract/invoices.ts'
import { Button, type ButtonProps } from '#web/components/action/button.tsx'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { showToast } from '#web/components/feedback/toast.ts'
import { ConfirmDialog } from '#web/components/overlay/confirm-dialog.tsx'
import { useIdempotencyKey } from '#web/lib/api/idempotency-key.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import { useBillWork } from './invoice.mutations.ts'

interface BillButtonProps extends Pick<ButtonProps, 'size' | 'variant'> {
  work: NewDrafts
  /** Names of the customers; several require confirmation. */
  customers: readonly string[]
  onBilled: (drafts: readonly Invoice[]) => void
}

/** Creates drafts of all finished work that is on no invoice: one click for one customer, a confirmation for several. */
export function BillButton({ work, customers, onBilled, size, variant }: BillButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const bill = useBillWork()
  const idempotency = useIdempotencyKey()

  async function billNow() {
    const { results } = await bill.mutateAsync({ body: work, idempotencyKey: idempotency.key })
    idempotency.renew()
    showToast({ kind: 'success', title: commonTexts.succeeded, message: texts.done(results.length) })
    onBilled(results)
  }
  function showRefusal(error: unknown) {
    idempotency.renewAfterRefusal(error)
    showFailure(error)
  }
  return (
    <>
      <Button
        size={size}
        variant={variant}
        icon={<IconFileInvoice />}
        busy={bill.isPending && !isAsking}
        onClick={() => (customers.length > 1 ? setAsking(true) : void billNow().catch(showRefusal))}
      >
        {texts.button}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        tone="primary"
        title={texts.question(customers.length)}
        confirmLabel={texts.confirm}
        onConfirm={billNow}
        onFailure={showRefusal}
      >
        <span className="grid gap-3">
          <span>{texts.explanation}</span>
          <span>{texts.customers(customers)}</span>
        </span>
      </ConfirmDialog>
    </>
  )
}

const texts = invoiceTexts.billing
