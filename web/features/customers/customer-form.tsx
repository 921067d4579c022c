import { type Customer, type CustomerInput, emptyCustomer } from '#contract/customers.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useVersionedForm, VersionedForm } from '#web/components/form/versioned-form.tsx'
import { applyProblem } from '#web/lib/form/apply-problem.ts'
import { usePrices } from '#web/lib/format/use-prices.ts'
import { customerTexts } from '#web/texts/customers.texts.ts'
import { useCreateCustomer, useCreateCustomerWithLogin, useUpdateCustomer } from './customer.mutations.ts'
import { getLatestCustomer } from './customer.query-options.ts'
import { customerDifferences } from './customer-differences.ts'
import { CustomerFields } from './customer-fields.tsx'
import { type CustomerValues, customerValues, nameInForm, noLogin } from './customer-values.ts'
import { LoginFields } from './login-fields.tsx'

interface CustomerFormProps {
  /** The customer to change; null to create one. */
  customer: Customer | null
  /** Initial rate of a new customer, in EUR per hour. */
  defaultHourlyRate: number
  /** Other initial values of a new customer. */
  start?: Partial<CustomerInput> | undefined
  onDone: (saved: Customer) => void
}

/** Creates or changes a customer. */
export function CustomerForm({ customer, defaultHourlyRate, start, onDone }: CustomerFormProps) {
  const create = useCreateCustomer()
  const createWithLogin = useCreateCustomerWithLogin()
  const update = useUpdateCustomer()
  const state = useVersionedForm<Customer, CustomerValues, Customer>({
    item: customer,
    schema: customerValues,
    start: { ...emptyCustomer, hourlyRate: defaultHourlyRate, ...start, login: noLogin },
    valuesOf: item => ({ ...inputOf(item), login: noLogin }),
    draftName: customerDraftName(customer),
    create: ({ login: { isWanted, ...login }, ...body }, idempotencyKey) =>
      isWanted
        ? createWithLogin.mutateAsync({ body: { ...login, customer: body }, idempotencyKey })
        : create.mutateAsync({ body, idempotencyKey }),
    update: ({ id }, { login: _, ...change }, revision) => update.mutateAsync({ id, revision, change }),
    getLatest: ({ id }) => getLatestCustomer(id),
    onSaved: saved => {
      const { isWanted, invite } = state.form.getValues('login')
      const done = customer ? texts.saved : isWanted && invite ? texts.createdInvited : texts.created
      showSuccess(done(saved.displayName))
      onDone(saved)
    },
    showRefusal: (error, form) => applyProblem(form, error, nameInForm),
  })
  return (
    <VersionedForm state={state} shownFields={customerDifferences(usePrices())}>
      <CustomerFields control={state.form.control} login={customer ? null : <LoginFields form={state.form} />} />
      <SubmitButton fullOnPhone className="justify-self-start">
        {customer ? texts.save : texts.create}
      </SubmitButton>
    </VersionedForm>
  )
}

const texts = customerTexts.form

/** The key of a customer form's draft. */
export function customerDraftName(customer: { id: string } | null): string {
  return `customer:${customer?.id ?? 'new'}`
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
