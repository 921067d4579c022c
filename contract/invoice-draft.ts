/** What a new invoice begins with. Pure, because the browser proposes with it, too. */
import { vatRatesPercent } from './limits.ts'
import { taxCents } from './prices.ts'

/** What of the business profile its invoices follow. */
export type InvoicingBusiness = { isSmallBusiness: boolean; paymentDays: number }

/** Finished work as far as an invoice follows from it. EUR, net. */
type DoneWork = { date: string; total: number }

/** Today's dates, the usual tax, and of the work on it the net amount and the time of the service. */
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
