import * as z from 'zod/mini'
import { type InvoicingBusiness, newDraft } from '#contract/invoice-draft.ts'
import type { InvoiceWithEntries } from '#contract/invoices.ts'
import { SearchSelectField } from '#web/components/form/search-select-field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import type { SearchOption } from '#web/components/form/use-search-options.ts'
import { useVersionedForm, VersionedForm } from '#web/components/form/versioned-form.tsx'
import { Dialog } from '#web/components/overlay/dialog.tsx'
import { berlinDate } from '#web/lib/format/format.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import { useCreateInvoice } from './invoice.mutations.ts'
import { getLatestInvoice } from './invoice.query-options.ts'

const createInput = z.strictObject({ customerId: z.string('required').check(z.minLength(1, 'required')) })
type CreateInput = z.output<typeof createInput>

interface CreateFormProps {
  business: InvoicingBusiness
  /** Initial selection. */
  customer: SearchOption | undefined
  searchCustomers: (query: string, signal: AbortSignal) => Promise<readonly SearchOption[]>
  onCreated: (created: InvoiceWithEntries) => void
}

/** The key of the draft with the selection. */
export const createDraftName = 'invoice:new'

/** Asks for the customer of a new invoice. */
export function CreateInvoiceDialog({
  open,
  onOpenChange,
  ...rest
}: CreateFormProps & { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={texts.title} description={texts.explanation}>
      <CreateForm {...rest} />
    </Dialog>
  )
}

const texts = invoiceTexts.create

function CreateForm({ business, customer, searchCustomers, onCreated }: CreateFormProps) {
  const create = useCreateInvoice()
  const state = useVersionedForm<InvoiceWithEntries, CreateInput, InvoiceWithEntries>({
    item: null,
    schema: createInput,
    start: { customerId: customer?.value ?? '' },
    valuesOf: ({ customer }) => ({ customerId: customer.id }),
    draftName: createDraftName,
    create: ({ customerId }, idempotencyKey) =>
      create.mutateAsync({ body: { customerId, ...newDraft([], business, berlinDate()) }, idempotencyKey }),
    // An existing draft is edited on its own page.
    update: item => Promise.resolve(item),
    getLatest: ({ id }) => getLatestInvoice(id),
    onSaved: onCreated,
  })
  return (
    <VersionedForm state={state} requiredMarks="none" shownFields={[]}>
      <SearchSelectField
        control={state.form.control}
        name="customerId"
        label={texts.customer}
        required
        loadOptions={searchCustomers}
        initialOption={customer}
      />
      <SubmitButton fullOnPhone className="justify-self-end">
        {texts.create}
      </SubmitButton>
    </VersionedForm>
  )
}
