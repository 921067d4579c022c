import type { CustomerSums, WorkMonth } from '#contract/statistics.ts'
import { eurOf, hoursOf } from '#server/units.ts'
import type { CustomerSumsRow, WorkMonthRow } from './statistics.queries.ts'

/** `row` is missing in a month without work. */
export function presentWorkMonth(month: string, row?: WorkMonthRow): WorkMonth {
  const { minutes = 0, total_cents = 0, billed_cents = 0 } = row ?? {}
  return {
    month,
    hours: hoursOf(minutes),
    total: eurOf(total_cents),
    billedTotal: eurOf(billed_cents),
    openTotal: eurOf(total_cents - billed_cents),
  }
}

export function presentCustomerSums(row: CustomerSumsRow): CustomerSums {
  return {
    hoursCount: hoursOf(row.minutes),
    total: eurOf(row.total_cents),
    openTotal: eurOf(row.open_cents),
    paidTotal: eurOf(row.paid_cents),
    unpaidTotal: eurOf(row.unpaid_cents),
  }
}
