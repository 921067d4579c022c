import { IconAdjustments, IconFileInvoice } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { NewDrafts } from '#contract/billing.ts'
import type { Invoice } from '#contract/invoices.ts'
import { Button, type ButtonProps } from '#web/components/action/button.tsx'
import { IconButton } from '#web/components/action/icon-button.tsx'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { ConfirmDialog } from '#web/components/overlay/confirm-dialog.tsx'
import { useWasOpened } from '#web/components/overlay/use-was-opened.ts'
import { useIdempotencyKey } from '#web/lib/api/idempotency-key.ts'
import { billWorkTexts } from '#web/texts/bill-work.texts.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import { useBillWork } from './invoice.mutations.ts'
import { numberSeriesQuery } from './number-series.query-options.ts'
import { usualForm } from './usual-form.ts'

interface BillButtonProps extends Pick<ButtonProps, 'size' | 'variant'> {
  work: NewDrafts
  /** Names of the customers; several require confirmation. */
  customers: readonly string[]
  onBilled: (drafts: readonly Invoice[]) => void
  /** Whether a phone has room for the second button, too. */
  optionsOnPhone?: boolean
}

/**
 * Creates drafts of all finished work that is on no invoice: one click for one customer, a confirmation for several. A
 * second button first asks for days, form and grouping.
 */
export function BillButton({ work, customers, onBilled, size, variant, optionsOnPhone = true }: BillButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const wasChoosing = useWasOpened(isChoosing)
  const series = useQuery(numberSeriesQuery())
  const form = usualForm(series.data?.results)
  const bill = useBillWork()
  const idempotency = useIdempotencyKey()

  async function billNow() {
    const { results } = await bill.mutateAsync({ body: { ...work, form }, idempotencyKey: idempotency.key })
    idempotency.renew()
    const words = form === 'written' ? billWorkTexts : texts
    showSuccess(words.done(results.length))
    onBilled(results)
  }
  function showRefusal(error: unknown) {
    idempotency.renewAfterRefusal(error)
    showFailure(error)
  }
  return (
    <span className="inline-flex items-center gap-1">
      <Button
        size={size}
        variant={variant}
        icon={<IconFileInvoice />}
        busy={(bill.isPending && !isAsking) || series.isPending}
        onClick={() => (customers.length > 1 ? setAsking(true) : void billNow().catch(showRefusal))}
      >
        {texts.button}
      </Button>
      <IconButton
        size={size === 'small' ? 'small' : 'medium'}
        label={billWorkTexts.options}
        icon={<IconAdjustments />}
        className={optionsOnPhone ? undefined : 'phone:hidden'}
        onClick={() => setChoosing(true)}
      />
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
      {wasChoosing ? (
        <Suspense>
          <BillDialog
            work={work}
            customers={customers}
            usualForm={form}
            open={isChoosing}
            onOpenChange={setChoosing}
            onBilled={onBilled}
          />
        </Suspense>
      ) : null}
    </span>
  )
}

const texts = invoiceTexts.billing

const BillDialog = lazy(async () => ({ default: (await import('./bill-dialog.tsx')).BillDialog }))
