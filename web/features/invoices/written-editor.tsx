import { IconEye, IconSend } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { type Control, type FieldPath, get, type UseFormReturn, useWatch } from 'react-hook-form'
import type { InvoicingBusiness } from '#contract/invoice-draft.ts'
import { type InvoiceContentInput, invoiceContentInput } from '#contract/invoice-lines.ts'
import type { InvoiceWithEntries, MissingData } from '#contract/invoices.ts'
import { Card } from '#web/components/display/card.tsx'
import { StickyBar } from '#web/components/display/sticky-bar.tsx'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { FilePreview } from '#web/components/file/file-preview.tsx'
import { CheckboxField } from '#web/components/form/checkbox-field.tsx'
import { DateInput } from '#web/components/form/date-input.tsx'
import { LeaveGuard } from '#web/components/form/leave-guard.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextArea } from '#web/components/form/text-area.tsx'
import { useVersionedForm, VersionedForm } from '#web/components/form/versioned-form.tsx'
import { applyProblem } from '#web/lib/form/apply-problem.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import { writtenInvoiceTexts as texts } from '#web/texts/written-invoices.texts.ts'
import { useReplaceContent } from './invoice.mutations.ts'
import { getLatestInvoice, loadDraftPreview } from './invoice.query-options.ts'
import { PublishDialog } from './publish-dialog.tsx'
import { WrittenLines } from './written-lines.tsx'
import { WrittenMissing } from './written-missing.tsx'
import { WrittenSums } from './written-sums.tsx'
import { shownWrittenFields, valuesOf, type WrittenDraft } from './written-values.ts'
import { WrittenWork } from './written-work.tsx'

/** The next step after saving. A preview needs the VAT case of every line, an issue everything. */
type Intention = 'stay' | 'preview' | 'issue'

interface WrittenEditorProps {
  invoice: WrittenDraft
  business: InvoicingBusiness
  /** Where missing data of another page is entered. */
  placeLink: (missing: MissingData) => ReactNode
}

/** A draft that the portal writes: everything in one form, with preview and issue. */
export function WrittenEditor({ invoice, business, placeLink }: WrittenEditorProps) {
  const [opened, setOpened] = useState<Intention>('stay')
  const [asked, setAsked] = useState<InvoiceWithEntries | null>(null)
  const { state, missing, intend } = useWrittenForm(invoice, (next, saved) => {
    setOpened(next)
    setAsked(saved)
  })
  const { form } = state
  const { control } = form
  const lines = useWatch({ control, name: 'lines' })
  const { written } = invoice
  const close = (isOpen: boolean) => (isOpen ? undefined : setOpened('stay'))

  /** The portal makes the lines of the chosen entries, so the draft is saved at once. */
  async function takeEntries(entryIds: string[]) {
    form.setValue('entryIds', entryIds, { shouldDirty: true })
    intend('stay')
    await form.handleSubmit(state.submit)().catch(state.refuse)
  }
  return (
    <>
      <VersionedForm state={state} shownFields={shownWrittenFields} className="flex flex-col gap-8">
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <DatesCard control={control} paymentDays={business.paymentDays} />
          <WrittenWork
            control={control}
            invoice={invoice}
            error={form.formState.errors.entryIds?.message}
            onTake={takeEntries}
          />
        </div>
        <WrittenLines form={form} stored={written.lines} isSmallBusiness={business.isSmallBusiness} />
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <ContentCard control={control} requiredTexts={written.requiredTexts} />
          <WrittenSums lines={lines} />
        </div>
        <WrittenMissing form={form} missing={missing} placeLink={placeLink} />
        <StickyBar>
          <div className="bar-actions">
            <SubmitButton variant="secondary" onClick={() => intend('stay')}>
              {texts.save}
            </SubmitButton>
            <SubmitButton variant="secondary" icon={<IconEye />} onClick={() => intend('preview')}>
              {texts.preview}
            </SubmitButton>
            <SubmitButton icon={<IconSend />} onClick={() => intend('issue')}>
              {texts.issue.button}
            </SubmitButton>
          </div>
        </StickyBar>
      </VersionedForm>
      <LeaveGuard
        isActive={form.formState.isDirty && !form.formState.isSubmitting}
        explanation={invoiceTexts.form.unsaved}
      />
      <FilePreview
        key={asked?.revision}
        name={texts.previewName}
        load={() => loadDraftPreview(invoice.id)}
        open={opened === 'preview'}
        onOpenChange={close}
      />
      <PublishDialog
        invoice={asked}
        open={opened === 'issue'}
        onOpenChange={close}
        onRefused={error => showRefusal(error, form)}
      />
    </>
  )
}

/** The form of a draft; `onReady` receives the intended step, or `stay` while data is missing. */
function useWrittenForm(invoice: WrittenDraft, onReady: (next: Intention, saved: InvoiceWithEntries) => void) {
  const replace = useReplaceContent()
  const intention = useRef<Intention>('stay')
  const [missing, setMissing] = useState<readonly MissingData[]>([])
  const state = useVersionedForm<WrittenDraft, InvoiceContentInput, InvoiceWithEntries>({
    item: invoice,
    schema: invoiceContentInput,
    start: valuesOf(invoice),
    valuesOf,
    draftName: 'invoice',
    update: ({ id }, body, revision) => replace.mutateAsync({ id, revision, body }),
    getLatest: async ({ id }) => asWritten(await getLatestInvoice(id)),
    continueFrom: asWritten,
    showRefusal,
    onSaved: saved => {
      const next = intention.current
      const lacking = saved.missing.filter(({ code }) => next === 'issue' || code === 'vat_case.required')
      const stays = next === 'stay' || lacking.length > 0
      setMissing(stays && next !== 'stay' ? lacking : [])
      if (stays && next !== 'stay') markMissing(state.form, lacking)
      if (next === 'stay') showSuccess(invoiceTexts.form.saved)
      onReady(stays ? 'stay' : next, saved)
    },
  })
  return {
    state,
    missing,
    intend: (next: Intention) => {
      intention.current = next
      // They are those of the last saved draft, which may be refused this time.
      setMissing([])
    },
  }
}

/** An error of all lines or both confirmations belongs to no single field: the form itself shows it. */
function showRefusal(error: unknown, form: UseFormReturn<InvoiceContentInput>): boolean {
  return applyProblem(form, error, field => (field === 'lines' || field === 'photovoltaics' ? '' : field))
}

/** Marks the fields of the draft, and focuses the first one. */
function markMissing(form: UseFormReturn<InvoiceContentInput>, missing: readonly MissingData[]): void {
  const fields = missing.filter(({ place, field }) => place === 'invoice' && get(form.getValues(), field) !== undefined)
  for (const [index, { field, code }] of fields.entries()) {
    // It is a path of the form's values.
    form.setError(field as FieldPath<InvoiceContentInput>, { message: code }, { shouldFocus: index === 0 })
  }
}

/** A draft never changes its kind. */
function asWritten(invoice: InvoiceWithEntries): WrittenDraft {
  const { written } = invoice
  if (written === null) throw new Error('The portal does not write this draft.')
  return { ...invoice, written }
}

interface CardProps {
  control: Control<InvoiceContentInput>
}

function DatesCard({ control, paymentDays }: CardProps & { paymentDays: number }) {
  const words = invoiceTexts.form
  return (
    <Card title={texts.dates}>
      <div className="grid gap-5 sm:grid-cols-2">
        <DateInput control={control} name="issueDate" label={words.issueDate} />
        <DateInput control={control} name="dueDate" label={words.dueDate} hint={words.dueDateHint(paymentDays)} />
        <DateInput control={control} name="serviceFrom" label={words.serviceFrom} />
        <DateInput control={control} name="serviceTo" label={words.serviceTo} />
      </div>
    </Card>
  )
}

function ContentCard({ control, requiredTexts }: CardProps & { requiredTexts: readonly string[] }) {
  const words = texts.content
  const lines = useWatch({ control, name: 'lines' })
  const hasPhotovoltaics = lines.some(line => line.vatCase === 'photovoltaics')
  return (
    <Card title={words.title}>
      <div className="grid gap-5">
        <TextArea
          control={control}
          name="closingText"
          label={words.closingText}
          hint={words.closingTextHint}
          rows={2}
        />
        {requiredTexts.length > 0 ? (
          <div className="grid gap-1 text-small text-muted">
            <p>{words.requiredTexts}</p>
            <ul className="list-disc pl-5">
              {requiredTexts.map(text => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </div>
        ) : null}
        <CheckboxField
          control={control}
          name="hasWorkRecord"
          label={words.hasWorkRecord}
          hint={words.hasWorkRecordHint}
        />
        {hasPhotovoltaics ? (
          <fieldset className="grid gap-2">
            <legend className="mb-1 text-label font-medium">{words.photovoltaics}</legend>
            <CheckboxField control={control} name="photovoltaics.isOperator" label={words.isOperator} />
            <CheckboxField control={control} name="photovoltaics.isEligibleBuilding" label={words.isEligibleBuilding} />
          </fieldset>
        ) : null}
        <TextArea control={control} name="notes" label={words.notes} hint={words.notesHint} rows={2} />
      </div>
    </Card>
  )
}
