import * as z from 'zod/mini'
import { calendarDate } from '#contract/fields.ts'
import type { Invoice } from '#contract/invoices.ts'
import { DateInput } from '#web/components/form/date-input.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useVersionedForm, VersionedForm } from '#web/components/form/versioned-form.tsx'
import { Dialog } from '#web/components/overlay/dialog.tsx'
import { berlinDate, formatDate } from '#web/lib/format/format.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import { grossText } from './gross-text.ts'
import { getLatestInvoice } from './invoice.query-options.ts'
import { usePayment } from './use-payment.ts'

const paymentInput = z.strictObject({ paidDate: calendarDate })
type PaymentInput = z.output<typeof paymentInput>

interface PaymentDialogProps {
  invoice: Invoice | null
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Asks for the date of payment. */
export function PaymentDialog({ invoice, open, onOpenChange }: PaymentDialogProps) {
  if (!invoice) return null
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={texts.title}
      description={texts.explanation(invoice.number ?? '', grossText(invoice))}
      size="small"
    >
      <PaymentForm invoice={invoice} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

const texts = invoiceTexts.pay

function PaymentForm({ invoice, onDone }: { invoice: Invoice; onDone: () => void }) {
  const payment = usePayment()
  const today = berlinDate()
  const state = useVersionedForm<Invoice, PaymentInput, Invoice>({
    item: invoice,
    schema: paymentInput,
    start: { paidDate: today },
    valuesOf: ({ paidDate }) => ({ paidDate: paidDate ?? today }),
    draftName: `payment:${invoice.id}`,
    update: (item, { paidDate }, revision) => payment.markPaid({ ...item, revision }, paidDate),
    getLatest: ({ id }) => getLatestInvoice(id),
    onSaved: onDone,
  })
  return (
    <VersionedForm state={state} requiredMarks="none" shownFields={shownFields}>
      <DateInput control={state.form.control} name="paidDate" label={texts.date} max={today} required />
      <SubmitButton fullOnPhone className="justify-self-end">
        {texts.save}
      </SubmitButton>
    </VersionedForm>
  )
}

const shownFields = [{ label: texts.date, show: ({ paidDate }: PaymentInput) => formatDate(paidDate) }]
