import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { type Customer, type CustomerInput, customerInput } from '#contract/customers.ts'
import { ConflictDialog, differencesBetween } from '#web/components/conflict-dialog.tsx'
import { showFailure } from '#web/components/failure-toast.ts'
import { Form } from '#web/components/form.tsx'
import { SubmitButton } from '#web/components/submit-button.tsx'
import { showToast } from '#web/components/toast.ts'
import { applyProblem } from '#web/lib/apply-problem.ts'
import { useDraft } from '#web/lib/drafts.ts'
import { useIdempotencyKey } from '#web/lib/idempotency-key.ts'
import { useRevisedSave } from '#web/lib/use-revised-save.ts'
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
  onDirtyChange: (isDirty: boolean) => void
  onDone: (saved: Customer) => void
}

/** Creates a customer, or changes one. */
export function CustomerForm({ customer, defaultHourlyRate, onDirtyChange, onDone }: CustomerFormProps) {
  const form = useForm<CustomerInput>({
    resolver: standardSchemaResolver(namedCustomer),
    defaultValues: customer ? inputOf(customer) : { ...emptyInput, hourlyRate: defaultHourlyRate },
  })
  const draft = useDraft(form, customerDraftName(customer))
  const idempotency = useIdempotencyKey()
  const create = useCreateCustomer()
  const update = useUpdateCustomer()
  const saving = useRevisedSave<Customer | typeof nothingYet, CustomerInput, Customer>({
    item: customer ?? nothingYet,
    getLatest: () => getLatestCustomer(customer?.id ?? ''),
    save: (values, revision) =>
      customer
        ? update.mutateAsync({ id: customer.id, revision, change: values })
        : create.mutateAsync({ body: values, idempotencyKey: idempotency.key }),
  })
  const { isDirty } = form.formState
  useEffect(() => onDirtyChange(isDirty), [isDirty, onDirtyChange])

  function finish(saved: Customer | undefined) {
    if (!saved) return
    draft.clear()
    idempotency.renew()
    const message = customer ? texts.saved(saved.displayName) : texts.created(saved.displayName)
    showToast({ kind: 'success', title: commonTexts.succeeded, message })
    onDone(saved)
  }
  function showRefusal(error: unknown) {
    saving.postpone()
    idempotency.renewAfterRefusal(error)
    if (!applyProblem(form, error)) showFailure(error)
  }
  function loadLatest() {
    const latest = saving.takeLatest()
    if (latest && 'number' in latest) form.reset(inputOf(latest))
  }

  return (
    <>
      <Form form={form} onSubmit={async values => finish(await saving.submit(values))} onFailure={showRefusal}>
        <CustomerFields control={form.control} />
        <SubmitButton fullOnPhone className="justify-self-start">
          {customer ? texts.save : texts.create}
        </SubmitButton>
      </Form>
      <ConflictDialog
        open={saving.conflict !== null}
        differences={
          saving.conflict && 'number' in saving.conflict.latest
            ? differencesBetween(inputOf(saving.conflict.latest), saving.conflict.values, customerDifferences)
            : []
        }
        onLoadLatest={loadLatest}
        onOverwrite={async () => {
          try {
            finish(await saving.overwrite())
          } catch (error) {
            showRefusal(error)
          }
        }}
        onPostpone={saving.postpone}
      />
    </>
  )
}

const texts = customerTexts.form

/** The server's rule, so that the form says it beside everything else: a private customer is asked for the last name. */
const namedCustomer = customerInput.check(({ value, issues }) => {
  if (value.company !== '' || value.lastName !== '') return
  const field = value.kind === 'private' ? 'lastName' : 'company'
  issues.push({ code: 'custom', message: 'customer.name_required', path: [field], input: value })
})

/** A new customer has nothing stored that could be in conflict. */
const nothingYet = { revision: 0 } as const

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
