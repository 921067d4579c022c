/** Turns entries into lines. The lines of a ticket add up to its billed sum, in every grouping (decision 0071). */
import type { Insertable } from 'kysely'
import type { InvoiceLineInput, LineGrouping } from '#contract/invoice-lines.ts'
import { lineNetCents } from '#contract/invoice-sums.ts'
import { invoiceLinesMax } from '#contract/limits.ts'
import { entryTypeWords } from '#contract/texts/entry-types.texts.ts'
import { entryDescription, groupDescription, withHours } from '#contract/texts/invoice-lines.texts.ts'
import { entryTypes } from '#contract/ticket-entries.ts'
import type { VatCase } from '#contract/vat-cases.ts'
import type { InvoiceLineEntryTable, InvoiceLineTable } from '#server/database/invoice-tables.ts'
import type { WorkEntry } from '#server/features/tickets/ticket-invoicing.queries.ts'
import { hundredthsOfHours } from '#server/units.ts'

export type LineWork = Omit<Insertable<InvoiceLineEntryTable>, 'id' | 'line_id' | 'position'>
type LineAmounts = Pick<InvoiceLineTable, 'quantity_milli' | 'unit' | 'unit_price_e4'>
export type LineFields = Omit<InvoiceLineTable, 'id' | 'invoice_id' | 'position'> & { work: LineWork[] }
/** A line that is to be stored; `id` is null for a new one. */
export type PlannedLine = LineFields & { id: string | null }

/** A stored line, as far as its successor depends on it. */
type KnownLine = Pick<InvoiceLineTable, 'id' | 'work_key'>

/** The lines of some work: per group, followed by the extra charges of its entries. The VAT case is not chosen yet. */
export function linesOfWork(entries: readonly WorkEntry[], grouping: LineGrouping): LineFields[] {
  return groupsOf(entries, grouping).flatMap(group => {
    const worked = group.entries.filter(isWorked)
    const line = worked.length > 0 ? [lineOfGroup({ ...group, entries: worked })] : []
    return [...line, ...group.entries.filter(entry => entry.extra_cents > 0).map(extraLine)]
  })
}

/**
 * The lines of a draft after a change: those sent, in their order, without lines of work whose entries are gone. New
 * lines of work follow the last known one.
 */
export function plannedLines(
  sent: readonly InvoiceLineInput[],
  known: readonly KnownLine[],
  work: readonly LineFields[],
  newVatCase: VatCase | null,
): PlannedLine[] {
  const keys = new Map(known.map(line => [line.id, line.work_key]))
  const missing = new Map(work.map(line => [line.work_key, line]))
  const used = new Set<string>()
  const kept = sent.flatMap((line): PlannedLine[] => {
    const isKnown = line.id !== undefined && keys.has(line.id) && !used.has(line.id)
    const id = isKnown ? (line.id ?? null) : null
    if (id !== null) used.add(id)
    const own = { text: line.text, description: line.description, vat_case: line.vatCase }
    const key = id === null ? null : (keys.get(id) ?? null)
    if (key === null) return [{ id, work_key: null, ...own, ...amountsOf(line), work: [] }]
    const found = missing.get(key)
    missing.delete(key)
    return found === undefined ? [] : [{ ...found, ...own, id }]
  })
  const added = [...missing.values()].map(line => ({ ...line, id: null, vat_case: newVatCase }))
  const place = kept.findLastIndex(line => line.work_key !== null) + 1
  return [...kept.slice(0, place), ...added, ...kept.slice(place)]
}

/** The oldest entries whose lines an invoice can hold. */
export function fittingWork(entries: readonly WorkEntry[], grouping: LineGrouping): WorkEntry[] {
  const oldestFirst = entries.toSorted(byAge)
  const groups = new Set<string>()
  let extras = 0
  const end = oldestFirst.findIndex(entry => {
    if (isWorked(entry)) groups.add(keyOf(entry, grouping))
    if (entry.extra_cents > 0) extras += 1
    return groups.size + extras > invoiceLinesMax
  })
  return end === -1 ? oldestFirst : oldestFirst.slice(0, end)
}

type Group = { key: string; text: string; description: string; entries: WorkEntry[] }

function groupsOf(entries: readonly WorkEntry[], grouping: LineGrouping): Group[] {
  const sorted = entries.toSorted(byAge)
  if (grouping === 'entry') {
    return sorted.map(entry => ({
      key: keyOf(entry, grouping),
      text: entry.name,
      description: entryDescription(entry.ticket_number, entry.ticket_name, dayText(entry.date)),
      entries: [entry],
    }))
  }
  const isByTicket = grouping === 'ticket'
  const groups = Map.groupBy(sorted, entry => keyOf(entry, grouping))
  const found = [...groups].map(([key, members]) => ({ key, entries: members, first: firstOf(members) }))
  if (!isByTicket) {
    found.sort((one, other) => entryTypes.indexOf(one.first.type) - entryTypes.indexOf(other.first.type))
  }
  return found.map(({ key, entries: members, first }) => ({
    key,
    text: isByTicket ? first.ticket_name : entryTypeWords[first.type],
    description: groupDescription(
      [...new Set(members.map(entry => entry.ticket_number))],
      dayText(first.date),
      dayText(members.at(-1)?.date ?? first.date),
    ),
    entries: members,
  }))
}

function byAge(one: WorkEntry, other: WorkEntry): number {
  return one.date.localeCompare(other.date) || one.id.localeCompare(other.id)
}

/** An extra charge alone needs no line of work. */
function isWorked({ minutes, extra_cents }: WorkEntry): boolean {
  return minutes > 0 || extra_cents === 0
}

function keyOf({ id, ticket_id, type }: WorkEntry, grouping: LineGrouping): string {
  switch (grouping) {
    case 'entry':
      return `entry:${id}`
    case 'ticket':
      return `ticket:${ticket_id}`
    case 'type':
      return `type:${type}`
  }
}

/** Hours times rate where that is the sum of the entries, else one amount with the hours in its text. */
function lineOfGroup({ key, text, description, entries }: Group): LineFields {
  const work = entries.map(entry => ({
    ...copyOf(entry),
    hours_hundredths: hundredthsOfHours(entry.minutes),
    amount_cents: entry.total_cents - entry.extra_cents,
  }))
  const hundredths = work.reduce((sum, { hours_hundredths }) => sum + hours_hundredths, 0)
  const cents = work.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  const { hourly_rate_cents } = firstOf(entries)
  const byHour = { quantity_milli: hundredths * 10, unit: 'hour', unit_price_e4: hourly_rate_cents * 100 } as const
  const hasOneRate = entries.every(entry => entry.hourly_rate_cents === hourly_rate_cents)
  const shared = { work_key: key, description, vat_case: null, net_cents: cents, work }
  if (hundredths > 0 && hasOneRate && netOf(byHour) === cents) return { ...shared, text, ...byHour }
  const hours = (hundredths / 100).toFixed(2).replace('.', ',')
  return { ...shared, text: hundredths === 0 ? text : withHours(text, hours), ...lumpSum(cents) }
}

/** An extra charge, such as material. */
function extraLine(entry: WorkEntry): LineFields {
  return {
    work_key: `extra:${entry.id}`,
    text: entry.extra_text,
    description: entryDescription(entry.ticket_number, entry.ticket_name, dayText(entry.date)),
    vat_case: null,
    ...lumpSum(entry.extra_cents),
    net_cents: entry.extra_cents,
    work: [{ ...copyOf(entry), hours_hundredths: 0, amount_cents: entry.extra_cents }],
  }
}

function amountsOf(line: InvoiceLineInput): LineAmounts & { net_cents: number } {
  const amounts = {
    quantity_milli: Math.round(line.quantity * 1_000),
    unit: line.unit,
    unit_price_e4: Math.round(line.unitPrice * 10_000),
  }
  return { ...amounts, net_cents: netOf(amounts) }
}

function lumpSum(cents: number): LineAmounts {
  return { quantity_milli: 1_000, unit: 'lumpSum', unit_price_e4: cents * 100 }
}

function netOf({ quantity_milli, unit_price_e4 }: LineAmounts): number {
  return lineNetCents({ quantityMilli: quantity_milli, unitPriceE4: unit_price_e4 })
}

function copyOf(entry: WorkEntry) {
  const { id, ticket_id, ticket_number, ticket_name, name, description, date } = entry
  return { entry_id: id, ticket_id, ticket_number, ticket_name, name, description, date }
}

function firstOf(entries: readonly WorkEntry[]): WorkEntry {
  const [first] = entries
  if (first === undefined) throw new Error('A group of work has an entry.')
  return first
}

/** `2026-03-09` → `09.03.2026` */
function dayText(date: string): string {
  return date.split('-').reverse().join('.')
}
