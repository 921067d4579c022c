import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { hours, optionalText } from '#contract/fields.ts'
import { billingStepMinutes } from '#contract/limits.ts'
import { entryTypes, type TicketEntry } from '#contract/ticket-entries.ts'
import type { Timer } from '#contract/timers.ts'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { Form } from '#web/components/form/form.tsx'
import { Select } from '#web/components/form/select.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { useIdempotencyKey } from '#web/lib/api/idempotency-key.ts'
import { afterPaint } from '#web/lib/browser/after-paint.ts'
import { applyProblem } from '#web/lib/form/apply-problem.ts'
import { useDraft } from '#web/lib/form/drafts.ts'
import { formatDuration, formatTime } from '#web/lib/format/format.ts'
import { ticketTexts } from '#web/texts/tickets.texts.ts'
import { EntryHoursInput } from './entry-hours-input.tsx'
import { proposedHours } from './proposed-hours.ts'
import { entryTypeChoices } from './ticket.labels.ts'
import { useBookTimer } from './ticket.mutations.ts'
import { ticketQuery } from './ticket.query-options.ts'
import { useAllEntries } from './use-all-entries.ts'

/** A stopped timer. */
export type StoppedTimer = Timer & { stoppedAt: string }

interface TimerBookingFormProps {
  timer: StoppedTimer
  /** Other actions for the time, next to the submit button. */
  otherwise: ReactNode
  onDone: () => void
}

/** Books a stopped timer: the measured time stays as it is, the billed hours are suggested and editable. */
export function TimerBookingForm(props: TimerBookingFormProps) {
  const { data: ticket, error } = useQuery(ticketQuery(props.timer.ticket.id))
  const { entries } = useAllEntries(ticket)
  if (ticket) return <BookingForm {...props} entries={entries} />
  return error ? <BookingForm {...props} entries={[]} /> : <SkeletonText lines={6} />
}

/** The key of a booking's draft. */
export function bookingDraftName({ id }: Pick<Timer, 'id'>): string {
  return `timer:${id}`
}

/** `entryId` empty: a new entry with `name` and `type`. */
const bookingInput = z
  .strictObject({ entryId: z.string(), name: optionalText(), type: z.enum(entryTypes), quantity: hours })
  .check(
    z.refine(({ entryId, name }) => entryId !== '' || name !== '', {
      path: ['name'],
      error: 'required',
      // Even if the duration is invalid: marks every invalid field at once.
      when: () => true,
    }),
  )
type BookingInput = z.output<typeof bookingInput>

function BookingForm({ timer, entries, otherwise, onDone }: TimerBookingFormProps & { entries: TicketEntry[] }) {
  const form = useForm<BookingInput>({
    resolver: standardSchemaResolver(bookingInput),
    defaultValues: {
      entryId: timer.entryId ?? '',
      name: '',
      type: 'consulting',
      quantity: proposedHours(measuredMs(timer)),
    },
  })
  const { control } = form
  const draft = useDraft(form, bookingDraftName(timer))
  const idempotency = useIdempotencyKey()
  const booking = useBookTimer()
  const entryId = useWatch({ control, name: 'entryId' })
  useFirstField(form)

  async function book({ entryId, name, type, quantity }: BookingInput) {
    const body = entryId === '' ? { name, type, quantity } : { entryId, quantity }
    const entry = await booking.mutateAsync({ timer, body, idempotencyKey: idempotency.key })
    draft.clear()
    showSuccess(texts.booked(entry.name, quantity))
    onDone()
  }
  function showRefusal(error: unknown) {
    idempotency.renewAfterRefusal(error)
    if (!applyProblem(form, error)) showFailure(error)
  }

  return (
    <Form form={form} onSubmit={book} onFailure={showRefusal}>
      <Measured timer={timer} />
      <Select control={control} name="entryId" label={texts.bookOn} choices={bookingChoices(entries)} />
      {entryId === '' ? (
        <>
          <TextInput control={control} name="name" label={texts.entryName} required />
          <Select control={control} name="type" label={texts.type} choices={entryTypeChoices} />
        </>
      ) : null}
      <EntryHoursInput
        control={control}
        name="quantity"
        label={texts.quantity}
        hint={texts.quantityHint(billingStepMinutes)}
        required
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton fullOnPhone>{texts.book}</SubmitButton>
        {otherwise}
      </div>
    </Form>
  )
}

const texts = ticketTexts.timer

/** Focuses the first field that needs input. On touch devices the keyboard would cover the drawer. */
function useFirstField({ getValues, setFocus }: UseFormReturn<BookingInput>) {
  useEffect(() => {
    if (matchMedia('(pointer: coarse)').matches) return
    // The drawer itself focuses its first field before the first paint.
    return afterPaint(() => setFocus(getValues('entryId') === '' ? 'name' : 'quantity'))
  }, [getValues, setFocus])
}

function Measured({ timer }: { timer: StoppedTimer }) {
  return (
    <div className="rounded-box bg-sunken px-4 py-3">
      <p className="text-label text-muted">
        {texts.measuredFrom(formatTime(timer.startedAt), formatTime(timer.stoppedAt))}
      </p>
      <p className="font-bold font-display text-figure tabular">{formatDuration(measuredMs(timer))}</p>
    </div>
  )
}

export function measuredMs({ startedAt, stoppedAt }: StoppedTimer): number {
  return Date.parse(stoppedAt) - Date.parse(startedAt)
}

/** A new entry first, then the entries that still accept hours. */
function bookingChoices(entries: readonly TicketEntry[]) {
  const open = entries.filter(entry => entry.permissions.includes('bill'))
  return [{ value: '', label: texts.newEntry }, ...open.map(({ id, name }) => ({ value: id, label: name }))]
}
