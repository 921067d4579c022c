import * as z from 'zod/mini'
import { type NewInvoicePayment, newInvoicePayment } from '#contract/invoice-payments.ts'
import type { InvoiceWithEntries } from '#contract/invoices.ts'
import { withBasis } from '#contract/texts/prices.texts.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { DateInput } from '#web/components/form/date-input.tsx'
import { MoneyInput } from '#web/components/form/money-input.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { useVersionedForm, VersionedForm } from '#web/components/form/versioned-form.tsx'
import { Dialog } from '#web/components/overlay/dialog.tsx'
import { berlinDate } from '#web/lib/format/format.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import { grossBasis, grossText } from './gross-text.ts'
import { useRecordPayment } from './invoice.mutations.ts'
import { getLatestInvoice } from './invoice.query-options.ts'
import { openText } from './invoice-payments.labels.ts'

interface RecordPaymentProps {
  invoice: InvoiceWithEntries
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The schema of the call, with the rule that a refund needs a reason. */
const paymentInput = newInvoicePayment.check(
  z.refine(({ amount, reason }) => amount > 0 || Boolean(reason), { error: 'required', path: ['reason'] }),
)

/** Records a payment in part or in full, or a refund. */
export function RecordPaymentDialog({ invoice, open, onOpenChange }: RecordPaymentProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={texts.title}
      description={`${invoiceTexts.pay.explanation(invoice.number ?? '', grossText(invoice))}, ${openText(invoice)}`}
      size="small"
    >
      <RecordPaymentForm invoice={invoice} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

const texts = invoiceTexts.payments.record

function RecordPaymentForm({ invoice, onDone }: { invoice: InvoiceWithEntries; onDone: () => void }) {
  const record = useRecordPayment()
  const today = berlinDate()
  const start = { amount: invoice.openTotal > 0 ? invoice.openTotal : Number.NaN, paidDate: today, reason: '' }
  const state = useVersionedForm<InvoiceWithEntries, NewInvoicePayment, InvoiceWithEntries>({
    item: null,
    schema: paymentInput,
    start,
    valuesOf: () => start,
    draftName: recordPaymentDraft(invoice.id),
    create: (payment, idempotencyKey) => record.mutateAsync({ id: invoice.id, payment, idempotencyKey }),
    // A payment is never changed.
    update: () => getLatestInvoice(invoice.id),
    getLatest: () => getLatestInvoice(invoice.id),
    onSaved: saved => {
      showSuccess(texts.done(openText(saved)))
      onDone()
    },
  })
  const { control } = state.form
  return (
    <VersionedForm state={state} shownFields={[]}>
      <MoneyInput
        control={control}
        name="amount"
        label={withBasis(texts.amount, grossBasis(invoice))}
        hint={texts.amountHint}
        signed
        required
      />
      <DateInput control={control} name="paidDate" label={texts.date} max={today} required />
      <TextInput control={control} name="reason" label={texts.reason} hint={texts.reasonHint} />
      <SubmitButton fullOnPhone className="justify-self-end">
        {texts.save}
      </SubmitButton>
    </VersionedForm>
  )
}

/** The key of the draft with the input. */
export function recordPaymentDraft(invoiceId: string): string {
  return `payment:new:${invoiceId}`
}
