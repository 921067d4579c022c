import * as z from 'zod/mini'
import type { InvoiceWithEntries } from '#contract/invoices.ts'
import { zeroRateCases } from '#contract/vat-cases.ts'
import { type InvoiceCancellation, invoiceCancellation } from '#contract/written-invoices.ts'
import { Notice } from '#web/components/feedback/notice.tsx'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { Select } from '#web/components/form/select.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { useVersionedForm, VersionedForm } from '#web/components/form/versioned-form.tsx'
import { Dialog } from '#web/components/overlay/dialog.tsx'
import { invoiceDocumentTexts } from '#web/texts/invoice-documents.texts.ts'
import { writtenInvoiceTexts } from '#web/texts/written-invoices.texts.ts'
import { partOfGross } from './gross-text.ts'
import { useCancelInvoice } from './invoice.mutations.ts'
import { getLatestInvoice } from './invoice.query-options.ts'

interface CancelInvoiceProps {
  invoice: InvoiceWithEntries
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Asks for the reason of a cancellation, which cannot be undone. */
export function CancelInvoiceDialog({ invoice, open, onOpenChange }: CancelInvoiceProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={texts.title(invoice.number ?? '')}
      description={texts.explanation}
      size="small"
    >
      <CancelForm invoice={invoice} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

const texts = invoiceDocumentTexts.cancel

function CancelForm({ invoice, onDone }: { invoice: InvoiceWithEntries; onDone: () => void }) {
  const cancel = useCancelInvoice()
  // The reason why a part of an uploaded invoice has no tax is unknown.
  const asksForCase =
    invoice.kind === 'uploaded' && (invoice.tax.length === 0 || invoice.tax.some(({ rate }) => rate === 0))
  const state = useVersionedForm<InvoiceWithEntries, InvoiceCancellation, InvoiceWithEntries>({
    item: invoice,
    schema: asksForCase ? withCase : invoiceCancellation,
    start: { reason: '' },
    valuesOf: () => ({ reason: '' }),
    draftName: `invoice:cancellation:${invoice.id}`,
    update: ({ id }, body, revision) => cancel.mutateAsync({ id, revision, body }),
    getLatest: ({ id }) => getLatestInvoice(id),
    onSaved: saved => {
      showSuccess(texts.done(saved.number ?? ''))
      onDone()
    },
  })
  const { control } = state.form
  return (
    <VersionedForm state={state} requiredMarks="none" shownFields={[]}>
      {invoice.paidTotal > 0 ? (
        <Notice kind="info">{texts.paid(partOfGross(invoice.paidTotal, invoice))}</Notice>
      ) : null}
      <TextInput control={control} name="reason" label={texts.reason} hint={texts.reasonHint} required />
      {asksForCase ? (
        <Select
          control={control}
          name="zeroRateCase"
          label={texts.zeroRateCase}
          required
          choices={zeroRateCases.map(value => ({ value, label: writtenInvoiceTexts.vatCases[value] }))}
        />
      ) : null}
      <SubmitButton fullOnPhone className="justify-self-end">
        {texts.submit}
      </SubmitButton>
    </VersionedForm>
  )
}

const withCase = invoiceCancellation.check(
  z.refine(({ zeroRateCase }) => zeroRateCase !== undefined, { error: 'vat_case.required', path: ['zeroRateCase'] }),
)
