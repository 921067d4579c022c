import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { invoiceForms } from '#contract/billing.ts'
import { type InvoicingBusiness, newDraft } from '#contract/invoice-draft.ts'
import type { Invoice } from '#contract/invoices.ts'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { RadioCards } from '#web/components/form/radio-cards.tsx'
import { SearchSelectField } from '#web/components/form/search-select-field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import type { SearchOption } from '#web/components/form/use-search-options.ts'
import { useVersionedForm, VersionedForm } from '#web/components/form/versioned-form.tsx'
import { Dialog } from '#web/components/overlay/dialog.tsx'
import { berlinDate } from '#web/lib/format/format.ts'
import { billWorkTexts } from '#web/texts/bill-work.texts.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import { formCards } from './bill-dialog.tsx'
import { useBillWork, useCreateInvoice } from './invoice.mutations.ts'
import { getLatestInvoice } from './invoice.query-options.ts'
import { numberSeriesQuery } from './number-series.query-options.ts'
import { usualForm } from './usual-form.ts'

const createInput = z.strictObject({
  customerId: z.string('required').check(z.minLength(1, 'required')),
  form: z.enum(invoiceForms),
})
type CreateInput = z.output<typeof createInput>

type Created = Pick<Invoice, 'id'>

interface CreateFormProps {
  business: InvoicingBusiness
  /** Initial selection. */
  customer: SearchOption | undefined
  searchCustomers: (query: string, signal: AbortSignal) => Promise<readonly SearchOption[]>
  onCreated: (created: Created) => void
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

function CreateForm({ customer, ...rest }: CreateFormProps) {
  const { data } = useQuery(numberSeriesQuery())
  return data ? (
    <Fields customer={customer} usualForm={usualForm(data.results)} {...rest} />
  ) : (
    <SkeletonText lines={4} />
  )
}

type FieldsProps = CreateFormProps & { usualForm: CreateInput['form'] }

function Fields({ business, customer, searchCustomers, onCreated, usualForm: form }: FieldsProps) {
  const create = useCreateInvoice()
  const bill = useBillWork()
  const start: CreateInput = { customerId: customer?.value ?? '', form }
  async function createDraft({ customerId, form }: CreateInput, idempotencyKey: string): Promise<Created> {
    if (form === 'uploaded') {
      return create.mutateAsync({ body: { customerId, ...newDraft([], business, berlinDate()) }, idempotencyKey })
    }
    const { results } = await bill.mutateAsync({ body: { customerId, entryIds: [], form }, idempotencyKey })
    const [draft] = results
    if (!draft) throw new Error('The answer has no draft.')
    return draft
  }
  const state = useVersionedForm<Invoice, CreateInput, Created>({
    item: null,
    schema: createInput,
    start,
    valuesOf: () => start,
    draftName: createDraftName,
    create: createDraft,
    // An existing draft is edited on its own page.
    update: item => Promise.resolve(item),
    getLatest: ({ id }) => getLatestInvoice(id),
    onSaved: onCreated,
  })
  const { control } = state.form
  return (
    <VersionedForm state={state} requiredMarks="none" shownFields={[]}>
      <SearchSelectField
        control={control}
        name="customerId"
        label={texts.customer}
        required
        loadOptions={searchCustomers}
        initialOption={customer}
      />
      <RadioCards control={control} name="form" label={billWorkTexts.form} cards={formCards} />
      <SubmitButton fullOnPhone className="justify-self-end">
        {texts.create}
      </SubmitButton>
    </VersionedForm>
  )
}
