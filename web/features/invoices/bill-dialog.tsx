import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { type BillableWork, invoiceForms, type NewDrafts } from '#contract/billing.ts'
import { calendarDate, optionalDate } from '#contract/fields.ts'
import { lineGroupings } from '#contract/invoice-lines.ts'
import type { BillableEntry, Invoice } from '#contract/invoices.ts'
import { pageSizeMax } from '#contract/limits.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { Checkbox } from '#web/components/form/checkbox.tsx'
import { DateInput } from '#web/components/form/date-input.tsx'
import { RadioCards } from '#web/components/form/radio-cards.tsx'
import { Select } from '#web/components/form/select.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useVersionedForm, VersionedForm } from '#web/components/form/versioned-form.tsx'
import { Dialog } from '#web/components/overlay/dialog.tsx'
import { usePrices } from '#web/lib/format/use-prices.ts'
import { billWorkTexts } from '#web/texts/bill-work.texts.ts'
import { writtenInvoiceTexts } from '#web/texts/written-invoices.texts.ts'
import { BillEntries } from './bill-entries.tsx'
import { useBillWork } from './invoice.mutations.ts'
import { billableWorkQuery } from './invoice.query-options.ts'
import { sumEur } from './proposed-amounts.ts'
import { useBillableEntries } from './use-billable-entries.ts'

interface BillDialogProps {
  work: NewDrafts
  customers: readonly string[]
  usualForm: NonNullable<NewDrafts['form']>
  open: boolean
  onOpenChange: (open: boolean) => void
  onBilled: (drafts: readonly Invoice[]) => void
}

const billInput = z.strictObject({
  form: z.enum(invoiceForms),
  grouping: z.enum(lineGroupings),
  from: optionalDate,
  to: optionalDate,
})
type BillInput = z.output<typeof billInput>

/** Asks for the days, the form and the grouping of the work to bill. */
export function BillDialog({ open, onOpenChange, ...rest }: BillDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={texts.title} description={texts.explanation(rest.customers)}>
      <BillForm {...rest} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

const texts = billWorkTexts

/** The forms of a draft, each with its meaning. */
export const formCards = (['written', 'uploaded'] as const).map(value => ({
  value,
  label: texts.forms[value].label,
  hint: texts.forms[value].note,
}))

type BillFormProps = Omit<BillDialogProps, 'open' | 'onOpenChange'> & { onDone: () => void }

function BillForm({ work, customers, usualForm, onBilled, onDone }: BillFormProps) {
  const bill = useBillWork()
  const [choice, setChoice] = useState<SingleChoice>({ isSingle: false, ids: [], isRefused: false })
  const start: BillInput = { form: usualForm, grouping: 'entry', from: '', to: '' }
  const state = useVersionedForm<{ revision: number }, BillInput, { results: Invoice[] }>({
    item: null,
    schema: billInput,
    start,
    valuesOf: () => start,
    draftName: 'invoice:billing',
    settle: async () => {
      const isRefused = choice.isSingle && picked.length === 0
      setChoice({ ...choice, isRefused })
      return !isRefused
    },
    create: ({ form, grouping, from, to }, idempotencyKey) => {
      const chosen = choice.isSingle ? { entryIds: picked.map(({ id }) => id) } : { ...work, from, to }
      return bill.mutateAsync({ body: { form, grouping, ...chosen }, idempotencyKey })
    },
    // Drafts are edited on their own pages.
    update: () => Promise.resolve({ results: [] }),
    getLatest: item => Promise.resolve(item),
    onSaved: ({ results }) => {
      showSuccess(texts.done(results.length))
      onDone()
      onBilled(results)
    },
  })
  const { control } = state.form
  const [form, ...days] = useWatch({ control, name: ['form', 'from', 'to'] })
  const [from, to] = days.map(date => dayOf(date ?? ''))
  const customerId = useOnlyCustomer(work)
  const tickets = work.ticketIds?.join(',')
  const entries = useBillableEntries(choice.isSingle ? customerId : '', [], { tickets, from, to })
  const picked: readonly BillableEntry[] = entries
    .find(choice.ids)
    .filter(({ date }) => (from === undefined || date >= from) && (to === undefined || date <= to))
  return (
    <VersionedForm state={state} requiredMarks="none" shownFields={[]}>
      <RadioCards control={control} name="form" label={texts.form} cards={formCards} />
      {form === 'written' ? (
        <Select
          control={control}
          name="grouping"
          label={texts.grouping}
          choices={lineGroupings.map(value => ({ value, label: writtenInvoiceTexts.groupings[value] }))}
        />
      ) : null}
      <div className="grid gap-5 sm:grid-cols-2">
        <DateInput control={control} name="from" label={texts.from} hint={texts.daysHint} />
        <DateInput control={control} name="to" label={texts.to} />
      </div>
      {customerId === '' ? null : (
        <Checkbox
          label={texts.single}
          checked={choice.isSingle}
          onCheckedChange={isSingle => setChoice({ ...choice, isSingle, isRefused: false })}
        />
      )}
      {choice.isSingle ? (
        <BillEntries
          entries={entries}
          chosen={choice.ids}
          onChange={ids => setChoice({ ...choice, ids, isRefused: false })}
          isRefused={choice.isRefused}
        />
      ) : null}
      <ChosenWork work={work} from={from} to={to} picked={choice.isSingle ? picked : null} />
      <SubmitButton fullOnPhone className="justify-self-end">
        {texts.create(customers.length)}
      </SubmitButton>
    </VersionedForm>
  )
}

/** Entries chosen one by one instead of all work on the chosen days. */
type SingleChoice = { isSingle: boolean; ids: readonly string[]; isRefused: boolean }

/** The customer whose entries can be chosen one by one; empty for several, and until it is known. */
function useOnlyCustomer({ customerId, ticketIds }: NewDrafts): string {
  const { data } = useQuery({
    ...billableWorkQuery({ tickets: ticketIds?.join(','), page_size: pageSizeMax }),
    enabled: customerId === undefined,
  })
  const [first, ...others] = data?.results ?? []
  return customerId ?? (first !== undefined && others.length === 0 ? first.customer.id : '')
}

interface ChosenWorkProps {
  work: NewDrafts
  from: string | undefined
  to: string | undefined
  /** The entries chosen one by one; null for all work. */
  picked: readonly BillableEntry[] | null
}

/** The sum of the chosen work, as it will be on the drafts. */
function ChosenWork({ work: { customerId, ticketIds }, from, to, picked }: ChosenWorkProps) {
  const prices = usePrices()
  const { data } = useQuery({
    ...billableWorkQuery({
      customer: customerId,
      tickets: ticketIds?.join(','),
      from,
      to,
      page_size: pageSizeMax,
    }),
    placeholderData: keepPreviousData,
  })
  // Always there, so that the dialog keeps its height and a change is announced.
  return (
    <p role="status" className="min-h-6 text-label">
      {data ? chosenText(data.results, picked, prices) : ''}
    </p>
  )
}

/** A date that is still being typed is not a date yet. */
function dayOf(date: string): string | undefined {
  return calendarDate.safeParse(date).success ? date : undefined
}

function chosenText(
  works: readonly BillableWork[],
  picked: readonly BillableEntry[] | null,
  prices: ReturnType<typeof usePrices>,
): string {
  if (works.length === 0) return texts.nothingChosen
  return texts.chosen(
    picked?.length ?? works.reduce((sum, { entriesCount }) => sum + entriesCount, 0),
    // Hours have two decimals, like amounts.
    sumEur(picked?.map(({ quantity }) => quantity) ?? works.map(({ hoursCount }) => hoursCount)),
    prices.named(sumEur((picked ?? works).map(({ total }) => total)), 'net'),
  )
}
