import { useState } from 'react'
import * as z from 'zod/mini'
import { optionalText } from '#contract/fields.ts'
import type { Invoice, InvoiceWithEntries } from '#contract/invoices.ts'
import { noteLengthMax } from '#contract/limits.ts'
import { Button } from '#web/components/action/button.tsx'
import { Card } from '#web/components/display/card.tsx'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextArea } from '#web/components/form/text-area.tsx'
import { useVersionedForm, VersionedForm } from '#web/components/form/versioned-form.tsx'
import { Dialog } from '#web/components/overlay/dialog.tsx'
import { hasDraft } from '#web/lib/form/draft-storage.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import { useUpdateInvoice } from './invoice.mutations.ts'
import { getLatestInvoice } from './invoice.query-options.ts'

const notesInput = z.strictObject({ notes: optionalText(noteLengthMax) })
type NotesInput = z.output<typeof notesInput>

const draftName = 'invoice-notes'

/** The notes on an invoice; users with permission can edit them at any time. */
export function InvoiceNotes({ invoice }: { invoice: Invoice }) {
  const [isFormOpen, setFormOpen] = useState(() => hasDraft(draftName))
  const canChange = invoice.permissions.includes('updateNotes')
  return (
    <Card title={invoiceTexts.detail.notes}>
      <div className="grid justify-items-start gap-4">
        {invoice.notes === '' ? (
          <p className="text-label text-muted">{invoiceTexts.detail.noNotes}</p>
        ) : (
          <p className="whitespace-pre-line text-label [overflow-wrap:anywhere]">{invoice.notes}</p>
        )}
        {canChange ? (
          <Button size="small" onClick={() => setFormOpen(true)}>
            {invoice.notes === '' ? texts.add : texts.edit}
          </Button>
        ) : null}
      </div>
      <Dialog open={isFormOpen} onOpenChange={setFormOpen} title={invoiceTexts.detail.notes} description={texts.hint}>
        <NotesForm invoice={invoice} onDone={() => setFormOpen(false)} />
      </Dialog>
    </Card>
  )
}

const texts = invoiceTexts.notes

function NotesForm({ invoice, onDone }: { invoice: Invoice; onDone: () => void }) {
  const update = useUpdateInvoice()
  const state = useVersionedForm<Invoice, NotesInput, InvoiceWithEntries>({
    item: invoice,
    schema: notesInput,
    start: { notes: '' },
    valuesOf: ({ notes }) => ({ notes }),
    draftName,
    update: ({ id }, change, revision) => update.mutateAsync({ id, revision, change }),
    getLatest: ({ id }) => getLatestInvoice(id),
    onSaved: () => {
      showSuccess(texts.saved)
      onDone()
    },
  })
  return (
    <VersionedForm state={state} requiredMarks="none" shownFields={shownFields}>
      <TextArea control={state.form.control} name="notes" label={invoiceTexts.detail.notes} rows={5} />
      <SubmitButton fullOnPhone className="justify-self-end">
        {texts.save}
      </SubmitButton>
    </VersionedForm>
  )
}

const shownFields = [{ label: invoiceTexts.detail.notes, show: ({ notes }: NotesInput) => notes }]
