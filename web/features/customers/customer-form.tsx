import { type Customer, type CustomerInput, customerInput } from '#contract/customers.ts'
import { RevisedForm, useRevisedForm } from '#web/components/revised-form.tsx'
import { SubmitButton } from '#web/components/submit-button.tsx'
import { showToast } from '#web/components/toast.ts'
import { commonTexts } from '#web/texts/common.ts'
import { customerTexts } from '#web/texts/customers.ts'
import { useCreateCustomer, useUpdateCustomer } from './commands.ts'
import { customerDifferences } from './customer-differences.ts'
import { CustomerFields } from './customer-fields.tsx'
import { getLatestCustomer } from './queries.ts'

interface CustomerFormProps {
  /** The customer to change; without it a new one is created. */
  customer: Customer | null
  /** The rate a new customer starts with, in EUR per hour. */
  defaultHourlyRate: number
  /** What else is known of a new customer. */
  start?: Partial<CustomerInput> | undefined
  onDone: (saved: Customer) => void
}

/** Creates a customer, or changes one. */
export function CustomerForm({ customer, defaultHourlyRate, start, onDone }: CustomerFormProps) {
  const create = useCreateCustomer()
  const update = useUpdateCustomer()
  const state = useRevisedForm<Customer, CustomerInput, Customer>({
    item: customer,
    schema: namedCustomer,
    start: { ...emptyInput, hourlyRate: defaultHourlyRate, ...start },
    valuesOf: inputOf,
    draftName: customerDraftName(customer),
    create: (body, idempotencyKey) => create.mutateAsync({ body, idempotencyKey }),
    update: ({ id }, change, revision) => update.mutateAsync({ id, revision, change }),
    getLatest: ({ id }) => getLatestCustomer(id),
    onSaved: saved => {
      const message = customer ? texts.saved(saved.displayName) : texts.created(saved.displayName)
      showToast({ kind: 'success', title: commonTexts.succeeded, message })
      onDone(saved)
    },
  })
  return (
    <RevisedForm state={state} shownFields={customerDifferences}>
      <CustomerFields control={state.form.control} />
      <SubmitButton fullOnPhone className="justify-self-start">
        {customer ? texts.save : texts.create}
      </SubmitButton>
    </RevisedForm>
  )
}

const texts = customerTexts.form

/** The server's rule, so that the form says it beside everything else: a private customer is asked for the last name. */
const namedCustomer = customerInput.check(({ value, issues }) => {
  if (value.company !== '' || value.lastName !== '') return
  const field = value.kind === 'private' ? 'lastName' : 'company'
  issues.push({ code: 'custom', message: 'customer.name_required', path: [field], input: value })
})

/** The name under which the unsaved input of a customer's form is kept. */
export function customerDraftName(customer: { id: string } | null): string {
  return `customer:${customer?.id ?? 'new'}`
}

const emptyInput: CustomerInput = {
  kind: 'private',
  company: '',
  firstName: '',
  lastName: '',
  phone: '',
  website: '',
  email: '',
  address: { street: '', zip: '', city: '', country: 'DE' },
  vatId: '',
  leitwegId: '',
  notifications: true,
  newsletter: false,
  hourlyRate: 0,
  note: '',
}

function inputOf(customer: Customer): CustomerInput {
  const { kind, company, firstName, lastName, phone, website, email, address, vatId, leitwegId } = customer
  const { notifications, newsletter, hourlyRate, note = '' } = customer
  return {
    kind,
    company,
    firstName,
    lastName,
    phone,
    website,
    email,
    address,
    vatId,
    leitwegId,
    notifications,
    newsletter,
    hourlyRate,
    note,
  }
}
