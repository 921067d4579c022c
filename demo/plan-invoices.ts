/** Decides which work of the demo is invoiced: each customer's finished tickets by month, on the third of the next month. */
import { dayMs, hourMs, minuteMs } from '#server/clock.ts'
import { type DemoCustomer, mainCustomer } from './demo-customers.ts'
import { demoProfile } from './demo-profile.ts'
import type { PlannedEntry, PlannedTicket } from './plan-tickets.ts'

/** Instants are milliseconds. */
export type PlannedInvoice = {
  customer: DemoCustomer
  /** When it was created; for an issued one also the issue date. */
  madeAt: number
  dueAt: number
  paidAt: number | null
  /** When a first part was paid; a third of the amount. null for none. */
  partPaidAt: number | null
  /** `ready` has all fields required for publishing, `begun` does not. */
  state: 'issued' | 'ready' | 'begun'
  notes: string
  entries: readonly PlannedEntry[]
}

type Group = Pick<PlannedInvoice, 'customer' | 'madeAt'> & { entries: PlannedEntry[] }

/** Paid shortly after the payment period; a few take much longer. */
const paidAfterDays = 24
/** The main customer has a longer payment period and pays so late that one invoice is always overdue. */
const mainPaysAfterDays = 93
const mainPaymentDays = 30
const lateAfterDays = 150
/** The first part of an invoice that is paid in two, or not completely yet. */
const partPaidAfterDays = 6

const notes = [
  'Vielen Dank für die gute Zusammenarbeit.',
  'Bitte geben Sie bei der Überweisung die Rechnungsnummer an.',
  'Alle Leistungen stehen einzeln in Ihren Tickets.',
]

/** `today` is midnight (UTC) of the date of loading. Issued invoices are ordered by date, drafts are last. */
export function planInvoices(tickets: readonly PlannedTicket[], today: number): PlannedInvoice[] {
  const groups = new Map<string, Group>()
  for (const { customer, progress, isHeldBack, entries } of tickets) {
    for (const entry of progress === 'finished' && !isHeldBack ? entries : []) {
      const madeAt = thirdOfNextMonth(entry.at)
      const key = `${madeAt} ${customer.email}`
      const group = groups.get(key) ?? { customer, madeAt, entries: [] }
      group.entries.push(entry)
      groups.set(key, group)
    }
  }
  const ordered = [...groups.values()].sort((a, b) => a.madeAt - b.madeAt)
  const issued = ordered.filter(group => group.madeAt < today)
  const waiting = ordered.filter(group => group.madeAt >= today)
  return [...issued.map((group, index) => planIssued(group, index, today)), ...planDrafts(waiting, today)]
}

function planIssued(group: Group, index: number, today: number): PlannedInvoice {
  const { customer } = group
  // One minute apart, so that they are in the order of their numbers.
  const madeAt = group.madeAt + (index % 60) * minuteMs
  const isMain = customer === mainCustomer
  const days = (today - madeAt) / dayMs
  const isLatePayer = days < lateAfterDays && index % 9 === 4
  const isPaid = days > (isMain ? mainPaysAfterDays : paidAfterDays) && !isLatePayer
  const paymentDays = isMain ? mainPaymentDays : demoProfile.paymentDays
  return {
    ...group,
    madeAt,
    state: 'issued',
    dueAt: madeAt + paymentDays * dayMs,
    paidAt: isPaid ? madeAt + (isMain ? 28 : 8 + (index % 13)) * dayMs : null,
    partPaidAt:
      (isLatePayer && days > partPaidAfterDays) || (isPaid && index % 11 === 5)
        ? madeAt + partPaidAfterDays * dayMs
        : null,
    notes: index % 7 === 2 ? (notes[((index / 7) % notes.length) | 0] ?? '') : '',
  }
}

/** The next invoices: one ready to be published, and one started yesterday. */
function planDrafts(waiting: readonly Group[], today: number): PlannedInvoice[] {
  const madeAt = today - dayMs + 9 * hourMs
  const draft = { madeAt, dueAt: madeAt + demoProfile.paymentDays * dayMs, paidAt: null, partPaidAt: null }
  const [ready] = waiting.filter(({ customer }) => customer !== mainCustomer)
  return [
    ...(ready ? [{ ...ready, ...draft, state: 'ready' as const, notes: '' }] : []),
    { ...draft, customer: mainCustomer, entries: [], state: 'begun', notes: 'Wartet auf den Lieferschein.' },
  ]
}

/** 9 o'clock (UTC). */
function thirdOfNextMonth(at: number): number {
  const [year = 0, month = 0] = new Date(at).toISOString().split('-').map(Number)
  return Date.UTC(year, month, 3, 9)
}
