import { vatRatesPercent } from '#contract/limits.ts'
import { berlinDate } from '#web/lib/format.ts'
import { daysAfter } from './days-after.ts'

/** What of the business profile its invoices follow. */
export type InvoicingBusiness = { isSmallBusiness: boolean; paymentDays: number }

/** What a new draft begins with: today's dates, and the usual tax. */
export function newDraftOf(customerId: string, { isSmallBusiness, paymentDays }: InvoicingBusiness) {
  const issueDate = berlinDate()
  const [rate] = vatRatesPercent
  return {
    customerId,
    issueDate,
    dueDate: daysAfter(issueDate, paymentDays),
    ...(isSmallBusiness ? {} : { tax: [{ rate, base: 0, amount: 0 }] }),
  }
}
