/** The initial values of a new invoice. Pure, because the browser also uses it. */
import { vatRatesPercent } from './limits.ts'
import { taxCents } from './prices.ts'

/** The part of the business profile that invoices depend on. */
export type InvoicingBusiness = { isSmallBusiness: boolean; paymentDays: number }

/** Finished work as needed for an invoice. EUR, net. */
type DoneWork = { date: string; total: number }

/** Today's dates, the default tax, and from the work its net amount and the time of the service. */
export function newDraft(
  work: readonly DoneWork[],
  { isSmallBusiness, paymentDays }: InvoicingBusiness,
  today: string,
) {
  const cents = work.reduce((sum, { total }) => sum + Math.round(total * 100), 0)
  const [rate] = vatRatesPercent
  const taxed = isSmallBusiness ? 0 : taxCents(cents, rate)
  const { from, to } = periodOf(work)
  return {
    issueDate: today,
    dueDate: daysAfter(today, paymentDays),
    serviceFrom: from,
    serviceTo: to,
    net: cents / 100,
    tax: isSmallBusiness ? [] : [{ rate, base: cents / 100, amount: taxed / 100 }],
    gross: (cents + taxed) / 100,
  }
}

/** The first and the last day of some work; empty without any. */
export function periodOf(work: readonly Pick<DoneWork, 'date'>[]): { from: string; to: string } {
  const dates = work.map(({ date }) => date).toSorted()
  return { from: dates.at(0) ?? '', to: dates.at(-1) ?? '' }
}

/** A calendar date some days later; empty for an invalid date. */
export function daysAfter(date: string, days: number): string {
  const at = Date.parse(`${date}T12:00:00Z`)
  return Number.isNaN(at) ? '' : new Date(at + days * 86_400_000).toISOString().slice(0, 10)
}
