import { useRef } from 'react'
import { type Control, useController } from 'react-hook-form'
import * as z from 'zod/mini'
import type { PriceBasis } from '#contract/prices.ts'
import { type Ticket, type TicketInput, type TicketWithEntries, ticketInput } from '#contract/tickets.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { MoneyInput } from '#web/components/form/money-input.tsx'
import { SearchSelect } from '#web/components/form/search-select.tsx'
import { Select } from '#web/components/form/select.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextArea } from '#web/components/form/text-area.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import type { SearchOption } from '#web/components/form/use-search-options.ts'
import { useVersionedForm, VersionedForm } from '#web/components/form/versioned-form.tsx'
import type { ShownPrices } from '#web/lib/format/shown-prices.ts'
import { usePrices } from '#web/lib/format/use-prices.ts'
import { ticketTexts } from '#web/texts/tickets.texts.ts'
import { progressChoices, progressText } from './ticket.labels.ts'
import { useCreateTicket, useUpdateTicket } from './ticket.mutations.ts'
import { getLatestTicket } from './ticket.query-options.ts'
import { ticketDraftName } from './ticket-draft.ts'

/** A customer to choose, with the default rate for a new ticket. */
export interface CustomerOption extends SearchOption {
  hourlyRate: number
}

export interface TicketFormProps {
  /** The ticket to change; null to create one. */
  ticket: Ticket | null
  /** Initial customer of a new ticket. */
  customer?: CustomerOption | undefined
  searchCustomers: (query: string, signal: AbortSignal) => Promise<readonly CustomerOption[]>
  onDone: (saved: TicketWithEntries) => void
}

type TicketFormValues = z.output<typeof formSchema>
const formSchema = z.extend(ticketInput, { customerId: z.string('required').check(z.minLength(1, 'required')) })

/** Creates a ticket, or changes all of its fields except the entries. */
export function TicketForm({ ticket, customer, searchCustomers, onDone }: TicketFormProps) {
  const create = useCreateTicket()
  const prices = usePrices()
  const update = useUpdateTicket()
  const state = useVersionedForm<Ticket, TicketFormValues, TicketWithEntries>({
    item: ticket,
    schema: formSchema,
    start: newTicketOf(customer),
    valuesOf: inputOf,
    draftName: ticketDraftName(ticket),
    create: (body, idempotencyKey) => create.mutateAsync({ body, idempotencyKey }),
    update: ({ id }, change, revision) => update.mutateAsync({ id, revision, change }),
    getLatest: ({ id }) => getLatestTicket(id),
    onSaved: saved => {
      const message = ticket ? texts.saved : texts.created(saved.number)
      showSuccess(message)
      onDone(saved)
    },
  })
  const { form } = state
  const { control } = form

  function takeRateOf(option: CustomerOption) {
    if (!ticket && !form.getFieldState('hourlyRate').isDirty) {
      form.resetField('hourlyRate', { defaultValue: option.hourlyRate })
    }
  }

  return (
    <VersionedForm state={state} shownFields={shownFieldsOf(prices, ticket?.budgetBasis)}>
      <CustomerField
        control={control}
        start={ticket ? { value: ticket.customer.id, label: ticket.customer.name } : customer}
        searchCustomers={searchCustomers}
        onChosen={takeRateOf}
      />
      <TextInput control={control} name="name" label={texts.name} hint={texts.nameHint} required />
      <TextArea control={control} name="description" label={texts.description} hint={texts.descriptionHint} rows={5} />
      <div className="grid gap-5 sm:grid-cols-2">
        <MoneyInput
          control={control}
          name="hourlyRate"
          label={prices.label(texts.hourlyRate, 'net')}
          hint={ticket ? texts.hourlyRateHint : texts.hourlyRateFromCustomer}
          required
        />
        <MoneyInput
          control={control}
          name="budget"
          label={ticket ? prices.label(texts.budget, ticket.budgetBasis) : texts.budget}
          hint={ticket || prices.prices.vatRate === null ? texts.budgetHint : texts.budgetMeaning}
          nullable
        />
      </div>
      {ticket ? null : <Select control={control} name="progress" label={texts.progress} choices={progressChoices} />}
      <TextArea control={control} name="invoiceNotes" label={texts.invoiceNotes} rows={2} />
      <SubmitButton fullOnPhone className="justify-self-start">
        {ticket ? texts.save : texts.create}
      </SubmitButton>
    </VersionedForm>
  )
}

const texts = ticketTexts.form

interface CustomerFieldProps extends Pick<TicketFormProps, 'searchCustomers'> {
  control: Control<TicketFormValues>
  start: SearchOption | undefined
  onChosen: (option: CustomerOption) => void
}

function CustomerField({ control, start, searchCustomers, onChosen }: CustomerFieldProps) {
  const { field, fieldState } = useController({ control, name: 'customerId' })
  const known = useRef(new Map<string, SearchOption | CustomerOption>(start ? [[start.value, start]] : []))

  async function search(query: string, signal: AbortSignal) {
    const found = await searchCustomers(query, signal)
    for (const option of found) known.current.set(option.value, option)
    return found
  }

  return (
    // The input is replaced on its first focus, so the form looks it up when it focuses the field.
    <div ref={frame => field.ref(frame && { focus: () => frame.querySelector('input')?.focus() })}>
      <SearchSelect
        label={texts.customer}
        required
        error={fieldState.error?.message}
        selected={known.current.get(field.value) ?? null}
        loadOptions={search}
        onBlur={field.onBlur}
        onSelect={option => {
          field.onChange(option?.value ?? '')
          const chosen = option && known.current.get(option.value)
          if (chosen && 'hourlyRate' in chosen) onChosen(chosen)
        }}
      />
    </div>
  )
}

function newTicketOf(customer: CustomerOption | undefined): TicketFormValues {
  return {
    customerId: customer?.value ?? '',
    name: '',
    description: '',
    progress: 'upcoming',
    hourlyRate: customer?.hourlyRate ?? Number.NaN,
    invoiceNotes: '',
    budget: null,
  }
}

function inputOf(ticket: Ticket): TicketFormValues {
  const { name, description, progress, customer, hourlyRate, invoiceNotes, budget } = ticket
  return { name, description, progress, customerId: customer.id, hourlyRate, invoiceNotes, budget }
}

const shownFieldsOf = (prices: ShownPrices, budgetBasis: PriceBasis = 'net') => [
  { label: texts.name, show: (values: TicketInput) => values.name },
  { label: texts.description, show: (values: TicketInput) => values.description },
  { label: texts.progress, show: (values: TicketInput) => progressText(values.progress) },
  { label: texts.hourlyRate, show: (values: TicketInput) => prices.named(values.hourlyRate, 'net') },
  {
    label: texts.budget,
    show: ({ budget }: TicketInput) => (budget === null ? '' : prices.named(budget, budgetBasis)),
  },
  { label: texts.invoiceNotes, show: (values: TicketInput) => values.invoiceNotes },
]
