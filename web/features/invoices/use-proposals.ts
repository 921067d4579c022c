import { useEffect, useEffectEvent, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { daysAfter, periodOf } from '#contract/invoice-draft.ts'
import type { BillableEntry } from '#contract/invoices.ts'
import type { DraftValues } from './draft-values.ts'
import { sumEur, sumsOf, taxOn } from './proposed-amounts.ts'

type Proposals = {
  form: UseFormReturn<DraftValues>
  /** Period for payment. */
  paymentDays: number
  findEntries: (ids: readonly string[]) => BillableEntry[]
}

/**
 * Fills in derived values: tax from net and rate, the due date from the invoice's date, net and service period from the
 * entries. Values typed by the user stay.
 */
export function useProposals({ form, paymentDays, findEntries }: Proposals) {
  const issueDate = useRef(form.getValues('issueDate'))
  const propose = useEffectEvent((name: string | undefined) => {
    const line = /^tax\.(\d+)\.(?:base|rate)$/.exec(name ?? '')
    if (line) proposeTax(form, Number(line[1]))
    // Without a name, the whole form was reset.
    const before = issueDate.current
    issueDate.current = form.getValues('issueDate')
    if (name === 'issueDate') proposeDueDate(form, before ?? '', paymentDays)
  })
  useEffect(() => form.subscribe({ formState: { values: true }, callback: ({ name }) => propose(name) }), [form])

  return {
    /** Updates the selected entries and the values derived from them. */
    choose(ids: readonly string[]): void {
      const before = findEntries(form.getValues('entryIds'))
      const after = findEntries(ids)
      form.setValue('entryIds', [...ids], changed)
      form.clearErrors('entryIds')
      if (sumsOf(form.getValues()).net === sumOf(before)) takeNet(form, sumOf(after))
      proposeService(form, before, after)
    },
    takeNet: (net: number) => takeNet(form, net),
  }
}

const changed = { shouldDirty: true, shouldValidate: false } as const

export function sumOf(entries: readonly BillableEntry[]): number {
  return sumEur(entries.map(entry => entry.total))
}

/** The amount cannot be split automatically over several rates. */
export function canTakeNet({ tax }: Pick<DraftValues, 'tax'>): boolean {
  return tax.length <= 1
}

function takeNet(form: UseFormReturn<DraftValues>, net: number): void {
  const values = form.getValues()
  if (!canTakeNet(values)) return
  if (values.tax.length === 0) form.setValue('net', net, changed)
  else {
    form.setValue('tax.0.base', net, changed)
    proposeTax(form, 0)
  }
}

function proposeTax(form: UseFormReturn<DraftValues>, index: number): void {
  const line = form.getValues(`tax.${index}`)
  if (line && Number.isFinite(line.base)) form.setValue(`tax.${index}.amount`, taxOn(line.base, line.rate), changed)
}

function proposeDueDate(form: UseFormReturn<DraftValues>, before: string, paymentDays: number): void {
  const { issueDate, dueDate } = form.getValues()
  const isOwn = dueDate !== '' && dueDate !== null && dueDate !== daysAfter(before, paymentDays)
  const proposed = daysAfter(issueDate ?? '', paymentDays)
  if (!isOwn && proposed !== '') form.setValue('dueDate', proposed, changed)
}

function proposeService(
  form: UseFormReturn<DraftValues>,
  before: readonly BillableEntry[],
  after: readonly BillableEntry[],
): void {
  const { serviceFrom, serviceTo } = form.getValues()
  const known = periodOf(before)
  const isOwn = (date: string | null, proposed: string) => date !== '' && date !== null && date !== proposed
  if (isOwn(serviceFrom, known.from) || isOwn(serviceTo, known.to)) return
  const { from, to } = periodOf(after)
  form.setValue('serviceFrom', from, changed)
  form.setValue('serviceTo', to, changed)
}
