/** The tables of what is kept beside the rows: counts and sums, changed by triggers. */
import type { Progress } from '#contract/progress.ts'

/** Number of rows of a list, see migration 0004: kept by triggers. */
type RowTallyTable = {
  kind: 'ticket' | 'entry'
  /** `*`: of all customers. */
  customer_id: string
  progress: Progress
  /** Empty for entries. */
  invoice_state: string
  row_count: number
}

/** What was worked in a month (`YYYY-MM`, by the entries' dates), see migration 0015: kept by triggers. */
type WorkMonthTable = {
  month: string
  minutes: number
  total_cents: number
  /** Of it on issued invoices. */
  billed_cents: number
}

/** Number of rows of a list by the values it is filtered by, see `row-counts.ts`: kept by triggers. */
type RowCountTable = { list: string; key: string; count: number }

export type SumTables = { row_tally: RowTallyTable; work_month: WorkMonthTable; row_count: RowCountTable }
