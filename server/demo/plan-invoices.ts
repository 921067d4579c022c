/** Which of the demo's work is invoiced: each customer's finished tickets, month by month, on the third of the next month. */
import { dayMs } from '#server/clock.ts'
import { type DemoCustomer, mainCustomer } from './customers.ts'
import type { PlannedEntry, PlannedTicket } from './plan-tickets.ts'

export type PlannedInvoice = {
  customer: DemoCustomer
  /** Milliseconds. */
  issuedAt: number
  isPaid: boolean
  entries: readonly PlannedEntry[]
}

/** Paid after the payment days and a little patience; now and then one takes much longer. */
const paidAfterDays = 24
/** The customer people look at first always has something open. */
const mainPaysAfterDays = 50
const lateAfterDays = 150

/** `today` is midnight (UTC) of the date of loading. Invoices come in the order of their dates. */
export function planInvoices(tickets: readonly PlannedTicket[], today: number): PlannedInvoice[] {
  const groups = new Map<string, Omit<PlannedInvoice, 'isPaid' | 'entries'> & { entries: PlannedEntry[] }>()
  for (const { customer, progress, isHeldBack, entries } of tickets) {
    for (const entry of progress === 'finished' && !isHeldBack ? entries : []) {
      const issuedAt = thirdOfNextMonth(entry.at)
      if (issuedAt >= today) continue
      const key = `${issuedAt} ${customer.email}`
      const group = groups.get(key) ?? { customer, issuedAt, entries: [] }
      group.entries.push(entry)
      groups.set(key, group)
    }
  }
  const ordered = [...groups.values()].sort((a, b) => a.issuedAt - b.issuedAt)
  return ordered.map((invoice, index) => ({ ...invoice, isPaid: isPaid(invoice, index, today) }))
}

function isPaid({ issuedAt, customer }: Omit<PlannedInvoice, 'isPaid'>, index: number, today: number): boolean {
  const days = (today - issuedAt) / dayMs
  const isLatePayer = days < lateAfterDays && index % 9 === 4
  return days > (customer === mainCustomer ? mainPaysAfterDays : paidAfterDays) && !isLatePayer
}

/** 9 o'clock (UTC). */
function thirdOfNextMonth(at: number): number {
  const [year = 0, month = 0] = new Date(at).toISOString().split('-').map(Number)
  return Date.UTC(year, month, 3, 9)
}
