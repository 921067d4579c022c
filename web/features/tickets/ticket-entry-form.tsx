import { type TicketEntry, type TicketEntryInput, ticketEntryInput } from '#contract/ticket-entries.ts'
import type { TicketWithEntries } from '#contract/tickets.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { DateInput } from '#web/components/form/date-input.tsx'
import { MoneyInput } from '#web/components/form/money-input.tsx'
import { Select } from '#web/components/form/select.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextArea } from '#web/components/form/text-area.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { useVersionedForm, VersionedForm } from '#web/components/form/versioned-form.tsx'
import { berlinDate, formatDate, formatHours } from '#web/lib/format/format.ts'
import type { ShownPrices } from '#web/lib/format/shown-prices.ts'
import { usePrices } from '#web/lib/format/use-prices.ts'
import { ticketTexts } from '#web/texts/tickets.texts.ts'
import { EntryHoursInput } from './entry-hours-input.tsx'
import { entryTypeChoices, entryTypeText, progressChoices, progressText } from './ticket.labels.ts'
import { useAddEntry, useUpdateEntry } from './ticket.mutations.ts'
import { getLatestEntry } from './ticket.query-options.ts'

interface TicketEntryFormProps {
  ticket: TicketWithEntries
  /** The entry to change; null to add one. */
  entry: TicketEntry | null
  /** Includes date, progress, hours and money. A customer only enters name, type and description. */
  withBilling: boolean
  onDone: (saved: TicketEntry) => void
}

/** Adds or changes an entry of a ticket. */
export function TicketEntryForm({ ticket, entry, withBilling, onDone }: TicketEntryFormProps) {
  const add = useAddEntry()
  const prices = usePrices()
  const update = useUpdateEntry()
  const state = useVersionedForm<TicketEntry, TicketEntryInput, TicketEntry>({
    item: entry,
    schema: ticketEntryInput,
    start: newEntryOf(ticket, withBilling),
    valuesOf: inputOf,
    draftName: entryDraftName(entry),
    create: (values, idempotencyKey) =>
      add.mutateAsync({
        body: { ...sentFields(values, withBilling), ticketId: ticket.id, name: values.name },
        idempotencyKey,
      }),
    update: ({ id }, values, revision) => update.mutateAsync({ id, revision, change: sentFields(values, withBilling) }),
    getLatest: ({ id }) => getLatestEntry(id),
    onSaved: saved => {
      const message = entry ? texts.saved(saved.name) : texts.added(saved.name)
      showSuccess(message)
      onDone(saved)
    },
  })
  const { control } = state.form

  return (
    <VersionedForm state={state} shownFields={withBilling ? allFieldsOf(prices) : customerFields}>
      <TextInput
        control={control}
        name="name"
        label={withBilling ? texts.adminName : texts.name}
        hint={withBilling ? undefined : texts.nameHint}
        required
      />
      <TextArea control={control} name="description" label={texts.description} rows={4} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Select control={control} name="type" label={texts.type} choices={entryTypeChoices} />
        {withBilling ? (
          <>
            <Select control={control} name="progress" label={texts.progress} choices={progressChoices} />
            <DateInput control={control} name="date" label={texts.date} required />
          </>
        ) : null}
      </div>
      {withBilling ? (
        <fieldset className="grid gap-5 rounded-box border border-hairline bg-sunken p-4">
          <legend className="px-1 text-label font-semibold">{texts.billing}</legend>
          {entry && entry.measuredHours > 0 ? (
            <p className="text-label text-muted">{texts.measured(entry.measuredHours)}</p>
          ) : null}
          <div className="grid gap-5 sm:grid-cols-2">
            <EntryHoursInput control={control} name="quantity" label={texts.quantity} hint={ticketTexts.hoursHint} />
            <MoneyInput control={control} name="hourlyRate" label={prices.label(texts.hourlyRate, 'net')} />
            <MoneyInput
              control={control}
              name="chargedExtra"
              label={prices.label(texts.chargedExtra, 'net')}
              hint={texts.chargedExtraHint}
            />
            <TextInput control={control} name="chargedExtraText" label={texts.chargedExtraText} />
          </div>
        </fieldset>
      ) : null}
      <SubmitButton fullOnPhone className="justify-self-start">
        {entry ? texts.save : texts.add}
      </SubmitButton>
    </VersionedForm>
  )
}

const texts = ticketTexts.entryForm

/** The key of an entry form's draft. */
export function entryDraftName(entry: { id: string } | null): string {
  return `entry:${entry?.id ?? 'new'}`
}

function sentFields(values: TicketEntryInput, withBilling: boolean): Partial<TicketEntryInput> {
  const { name, description, type } = values
  return withBilling ? values : { name, description, type }
}

function newEntryOf(ticket: TicketWithEntries, withBilling: boolean): TicketEntryInput {
  return {
    name: '',
    description: '',
    type: withBilling ? 'consulting' : 'wish',
    progress: withBilling ? 'finished' : 'upcoming',
    quantity: 0,
    hourlyRate: ticket.hourlyRate,
    chargedExtra: 0,
    chargedExtraText: '',
    date: berlinDate(),
  }
}

function inputOf(entry: TicketEntry): TicketEntryInput {
  const { name, description, type, progress, quantity, hourlyRate, chargedExtra, chargedExtraText, date } = entry
  return { name, description, type, progress, quantity, hourlyRate, chargedExtra, chargedExtraText, date }
}

type ShownField = { label: string; show: (values: TicketEntryInput) => string }

const customerFields: readonly ShownField[] = [
  { label: texts.name, show: values => values.name },
  { label: texts.description, show: values => values.description },
  { label: texts.type, show: values => entryTypeText(values.type) },
]
const allFieldsOf = (prices: ShownPrices): readonly ShownField[] => [
  { label: texts.adminName, show: values => values.name },
  ...customerFields.slice(1),
  { label: texts.progress, show: values => progressText(values.progress) },
  { label: texts.date, show: values => formatDate(values.date) },
  { label: texts.quantity, show: values => formatHours(values.quantity) },
  { label: texts.hourlyRate, show: values => prices.named(values.hourlyRate, 'net') },
  { label: texts.chargedExtra, show: values => prices.named(values.chargedExtra, 'net') },
  { label: texts.chargedExtraText, show: values => values.chargedExtraText },
]
