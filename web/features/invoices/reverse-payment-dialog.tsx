import * as z from 'zod/mini'
import { line } from '#contract/fields.ts'
import type { InvoiceWithEntries, PresentedPayment } from '#contract/invoices.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { useVersionedForm, VersionedForm } from '#web/components/form/versioned-form.tsx'
import { Dialog } from '#web/components/overlay/dialog.tsx'
import { formatDate } from '#web/lib/format/format.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import { partOfGross } from './gross-text.ts'
import { useReversePayment } from './invoice.mutations.ts'
import { getLatestInvoice } from './invoice.query-options.ts'

const reversalInput = z.strictObject({ reason: line() })
type ReversalInput = z.output<typeof reversalInput>

interface ReversePaymentProps {
  invoice: InvoiceWithEntries
  payment: PresentedPayment | null
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Asks for the reason of a counter entry. */
export function ReversePaymentDialog({ invoice, payment, open, onOpenChange }: ReversePaymentProps) {
  if (payment === null) return null
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={texts.title}
      description={texts.explanation(partOfGross(payment.amount, invoice), formatDate(payment.paidDate))}
      size="small"
    >
      <ReversePaymentForm invoice={invoice} payment={payment} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

const texts = invoiceTexts.payments.reverse

function ReversePaymentForm({
  invoice,
  payment,
  onDone,
}: {
  invoice: InvoiceWithEntries
  payment: PresentedPayment
  onDone: () => void
}) {
  const reverse = useReversePayment()
  const state = useVersionedForm<InvoiceWithEntries, ReversalInput, InvoiceWithEntries>({
    item: null,
    schema: reversalInput,
    start: { reason: '' },
    valuesOf: () => ({ reason: '' }),
    draftName: `payment:reversal:${payment.id}`,
    create: ({ reason }, idempotencyKey) => reverse.mutateAsync({ id: payment.id, reason, idempotencyKey }),
    // A counter entry is never changed.
    update: () => getLatestInvoice(invoice.id),
    getLatest: () => getLatestInvoice(invoice.id),
    onSaved: () => {
      showSuccess(texts.done)
      onDone()
    },
  })
  return (
    <VersionedForm state={state} requiredMarks="none" shownFields={[]}>
      <TextInput control={state.form.control} name="reason" label={texts.reason} required />
      <SubmitButton fullOnPhone className="justify-self-end">
        {texts.save}
      </SubmitButton>
    </VersionedForm>
  )
}
