import { IconSend } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { type FieldPath, useWatch } from 'react-hook-form'
import type { InvoicingBusiness } from '#contract/invoice-draft.ts'
import type { InvoiceWithEntries } from '#contract/invoices.ts'
import { Button } from '#web/components/action/button.tsx'
import { Card } from '#web/components/display/card.tsx'
import { StickyBar } from '#web/components/display/sticky-bar.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { LeaveGuard } from '#web/components/form/leave-guard.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextArea } from '#web/components/form/text-area.tsx'
import type { SearchOption } from '#web/components/form/use-search-options.ts'
import { useVersionedForm, VersionedForm } from '#web/components/form/versioned-form.tsx'
import { useFileField } from '#web/lib/form/use-file-field.ts'
import { usePrices } from '#web/lib/format/use-prices.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import { AmountFields } from './amount-fields.tsx'
import { applyRefusal, showMissing } from './apply-refusal.ts'
import { DatesCard, DocumentCard } from './draft-cards.tsx'
import { bodyOf, type DraftValues, draftSchema, valuesOf } from './draft-values.ts'
import { EntryChoice } from './entry-choice.tsx'
import { useUpdateInvoice } from './invoice.mutations.ts'
import { getLatestInvoice } from './invoice.query-options.ts'
import { MissingNotice } from './missing-notice.tsx'
import { sumsOf } from './proposed-amounts.ts'
import { PublishDialog } from './publish-dialog.tsx'
import { shownFields } from './shown-fields.ts'
import { useBillableEntries } from './use-billable-entries.ts'
import { canTakeNet, sumOf, useProposals } from './use-proposals.ts'

interface InvoiceEditorProps {
  invoice: InvoiceWithEntries
  business: InvoicingBusiness
  searchCustomers: (query: string, signal: AbortSignal) => Promise<readonly SearchOption[]>
}

/** All fields of a draft in one form, with the button to publish it. */
export function InvoiceEditor({ invoice, business, searchCustomers }: InvoiceEditorProps) {
  const [toPublish, setToPublish] = useState<InvoiceWithEntries | null>(null)
  const [isPublishOpen, setPublishOpen] = useState(false)
  const { state, missing, wantsToPublish } = useInvoiceForm(invoice, saved => {
    setToPublish(saved)
    setPublishOpen(true)
  })
  const { form } = state
  const { control } = form
  const pdf = useFileField(form, 'pdfFileId')
  const customerId = useWatch({ control, name: 'customerId' })
  const own = customerId === invoice.customer.id ? invoice.entries : []
  const entries = useBillableEntries(customerId ?? '', own)
  const proposals = useProposals({ form, paymentDays: business.paymentDays, findEntries: entries.find })
  const chosen = useWatch({ control, name: 'entryIds' })

  /** A file may still be uploading. */
  async function save() {
    if (await pdf.settle()) await state.submit(form.getValues())
  }

  return (
    <>
      <VersionedForm state={{ ...state, submit: save }} shownFields={shownFields} className="flex flex-col gap-8">
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <DocumentCard
            control={control}
            customer={{ value: invoice.customer.id, label: invoice.customer.name }}
            searchCustomers={searchCustomers}
            pdf={pdf}
          />
          <DatesCard control={control} paymentDays={business.paymentDays} />
        </div>
        <EntryChoice
          entries={entries}
          chosen={chosen}
          onChange={proposals.choose}
          error={form.formState.errors.entryIds?.message}
        />
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <Card title={texts.amounts}>
            <div className="grid gap-5">
              <AmountFields form={form} isSmallBusiness={business.isSmallBusiness} />
              <Comparison state={state} sum={sumOf(entries.find(chosen))} onTake={proposals.takeNet} />
            </div>
          </Card>
          <Card title={texts.notes}>
            <TextArea control={control} name="notes" label={texts.notes} labelHidden hint={texts.notesHint} rows={4} />
          </Card>
        </div>
        <MissingNotice form={form} fields={missing} />
        <StickyBar>
          <div className="bar-actions">
            <SubmitButton variant="secondary" onClick={() => (wantsToPublish.current = false)}>
              {texts.save}
            </SubmitButton>
            <SubmitButton icon={<IconSend />} onClick={() => (wantsToPublish.current = true)}>
              {invoiceTexts.publish.button}
            </SubmitButton>
          </div>
        </StickyBar>
      </VersionedForm>
      <LeaveGuard isActive={form.formState.isDirty && !form.formState.isSubmitting} explanation={texts.unsaved} />
      <PublishDialog
        invoice={toPublish}
        open={isPublishOpen}
        onOpenChange={setPublishOpen}
        onRefused={error => applyRefusal(form, error)}
      />
    </>
  )
}

const texts = invoiceTexts.form

/** The form of a draft; `onReady` receives one that was saved to be published, when nothing is missing. */
function useInvoiceForm(invoice: InvoiceWithEntries, onReady: (saved: InvoiceWithEntries) => void) {
  const update = useUpdateInvoice()
  const wantsToPublish = useRef(false)
  const [missing, setMissing] = useState<readonly FieldPath<DraftValues>[]>([])
  const state = useVersionedForm<InvoiceWithEntries, DraftValues, InvoiceWithEntries>({
    item: invoice,
    schema: draftSchema,
    start: valuesOf(invoice),
    valuesOf,
    draftName: 'invoice',
    update: ({ id }, values, revision) => update.mutateAsync({ id, revision, change: bodyOf(values) }),
    getLatest: ({ id }) => getLatestInvoice(id),
    continueFrom: saved => saved,
    showRefusal: (error, form) => applyRefusal(form, error),
    onSaved: saved => {
      if (!wantsToPublish.current) {
        showSuccess(texts.saved)
      } else if (saved.missing.length > 0) setMissing(showMissing(state.form, saved.missing))
      else onReady(saved)
    },
  })
  return { state, missing, wantsToPublish }
}

interface ComparisonProps {
  state: { form: ReturnType<typeof useVersionedForm<InvoiceWithEntries, DraftValues, InvoiceWithEntries>>['form'] }
  /** Net total of the selected entries. */
  sum: number
  onTake: (net: number) => void
}

/** Compares the invoice's net amount with the work it contains. */
function Comparison({ state: { form }, sum, onTake }: ComparisonProps) {
  const [net, tax, entryIds] = useWatch({ control: form.control, name: ['net', 'tax', 'entryIds'] })
  const invoiced = sumsOf({ net, tax }).net
  const words = invoiceTexts.entries
  const prices = usePrices()
  if (entryIds.length === 0) return <p className="text-label text-muted">{words.none}</p>
  if (invoiced === sum) return <p className="text-label text-muted">{words.fits(prices.named(sum, 'net'))}</p>
  return (
    <Notice
      kind="warning"
      live
      action={
        canTakeNet({ tax }) ? (
          <Button size="small" onClick={() => onTake(sum)}>
            {words.take}
          </Button>
        ) : undefined
      }
    >
      {words.differs(prices.named(sum, 'net'), prices.named(invoiced, 'net'))}
    </Notice>
  )
}
