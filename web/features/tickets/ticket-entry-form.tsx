import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { type TicketEntry, type TicketEntryInput, ticketEntryInput } from '#contract/ticket-entries.ts'
import type { TicketWithEntries } from '#contract/tickets.ts'
import { ConflictDialog, differencesBetween } from '#web/components/conflict-dialog.tsx'
import { DateInput } from '#web/components/date-input.tsx'
import { showFailure } from '#web/components/failure-toast.ts'
import { Form } from '#web/components/form.tsx'
import { MoneyInput } from '#web/components/money-input.tsx'
import { NumberInput } from '#web/components/number-input.tsx'
import { Select } from '#web/components/select.tsx'
import { SubmitButton } from '#web/components/submit-button.tsx'
import { TextArea } from '#web/components/text-area.tsx'
import { TextInput } from '#web/components/text-input.tsx'
import { showToast } from '#web/components/toast.ts'
import { applyProblem } from '#web/lib/apply-problem.ts'
import { useDraft } from '#web/lib/drafts.ts'
import { berlinDate, formatDate, formatEur, formatHours } from '#web/lib/format.ts'
import { useIdempotencyKey } from '#web/lib/idempotency-key.ts'
import { useRevisedSave } from '#web/lib/use-revised-save.ts'
import { commonTexts } from '#web/texts/common.ts'
import { ticketTexts } from '#web/texts/tickets.ts'
import { useAddEntry, useUpdateEntry } from './commands.ts'
import { entryTypeChoices, entryTypeText, progressChoices, progressText } from './labels.ts'
import { getLatestEntry } from './queries.ts'

interface TicketEntryFormProps {
  ticket: TicketWithEntries
  /** The entry to change; without it a new one is added. */
  entry: TicketEntry | null
  /** Shows and sends date, progress, hours and money too. A customer only says what it is about. */
  withBilling: boolean
  onDirtyChange: (isDirty: boolean) => void
  onDone: () => void
}

/** Adds an entry to a ticket, or changes one. */
export function TicketEntryForm({ ticket, entry, withBilling, onDirtyChange, onDone }: TicketEntryFormProps) {
  const form = useForm<TicketEntryInput>({
    resolver: standardSchemaResolver(ticketEntryInput),
    defaultValues: entry ? inputOf(entry) : newEntryOf(ticket, withBilling),
  })
  const { control } = form
  const draft = useDraft(form, entryDraftName(entry))
  const idempotency = useIdempotencyKey()
  const add = useAddEntry()
  const update = useUpdateEntry()
  const saving = useRevisedSave({
    item: entry ?? { revision: 0 },
    getLatest: () => getLatestEntry(entry?.id ?? ''),
    save: (values: TicketEntryInput, revision) => {
      const change = sentFields(values, withBilling)
      if (entry) return update.mutateAsync({ id: entry.id, revision, change })
      return add.mutateAsync({
        body: { ...change, ticketId: ticket.id, name: values.name },
        idempotencyKey: idempotency.key,
      })
    },
  })
  const { isDirty } = form.formState
  useEffect(() => onDirtyChange(isDirty), [isDirty, onDirtyChange])

  function finish(saved: TicketEntry | undefined) {
    if (!saved) return
    draft.clear()
    idempotency.renew()
    showToast({
      kind: 'success',
      title: commonTexts.succeeded,
      message: entry ? texts.saved(saved.name) : texts.added(saved.name),
    })
    onDone()
  }
  function showRefusal(error: unknown) {
    saving.postpone()
    idempotency.renewAfterRefusal(error)
    if (!applyProblem(form, error)) showFailure(error)
  }
  function loadLatest() {
    const latest = saving.takeLatest()
    if (latest && 'name' in latest) form.reset(inputOf(latest))
  }

  return (
    <>
      <Form form={form} onSubmit={async values => finish(await saving.submit(values))} onFailure={showRefusal}>
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
              <NumberInput control={control} name="quantity" label={texts.quantity} unit={texts.quantityUnit} />
              <MoneyInput control={control} name="hourlyRate" label={texts.hourlyRate} />
              <MoneyInput
                control={control}
                name="chargedExtra"
                label={texts.chargedExtra}
                hint={texts.chargedExtraHint}
              />
              <TextInput control={control} name="chargedExtraText" label={texts.chargedExtraText} />
            </div>
          </fieldset>
        ) : null}
        <SubmitButton fullOnPhone className="justify-self-start">
          {entry ? texts.save : texts.add}
        </SubmitButton>
      </Form>
      <ConflictDialog
        open={saving.conflict !== null}
        differences={
          saving.conflict && 'name' in saving.conflict.latest
            ? differencesBetween(
                inputOf(saving.conflict.latest),
                saving.conflict.values,
                withBilling ? allFields : customerFields,
              )
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

const texts = ticketTexts.entryForm

/** The name under which the unsaved input of an entry's form is kept. */
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
const allFields: readonly ShownField[] = [
  { label: texts.adminName, show: values => values.name },
  ...customerFields.slice(1),
  { label: texts.progress, show: values => progressText(values.progress) },
  { label: texts.date, show: values => formatDate(values.date) },
  { label: texts.quantity, show: values => formatHours(values.quantity) },
  { label: texts.hourlyRate, show: values => formatEur(values.hourlyRate) },
  { label: texts.chargedExtra, show: values => formatEur(values.chargedExtra) },
  { label: texts.chargedExtraText, show: values => values.chargedExtraText },
]
