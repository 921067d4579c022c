import type { BillingRun, BillingRunDraft } from '#contract/billing-runs.ts'
import type { MissingData } from '#contract/invoices.ts'
import { displayNameOf } from '#server/features/customers/customer.queries.ts'
import { eurOf } from '#server/units.ts'
import { presentBillableWork } from './billing.present.ts'
import type { FoundRun, RunDraft } from './billing-run.queries.ts'

export function presentRun({ month, run, waiting, drafts }: FoundRun): BillingRun {
  return {
    month,
    state: run?.state ?? 'none',
    totalCount: run?.total_count ?? 0,
    doneCount: run?.done_count ?? 0,
    waiting: waiting.map(presentBillableWork),
    drafts: drafts.map(presentRunDraft),
  }
}

function presentRunDraft(row: RunDraft): BillingRunDraft {
  const { id, number, state, gross_cents, missing, failure } = row
  return {
    invoice: { id, number, state, gross: eurOf(gross_cents) },
    customer: { id: row.customer_id, name: displayNameOf(row) },
    missing: missingOfDraft(missing),
    failure,
  }
}

/** Written only by the commands of the run. */
export function missingOfDraft(missing: string | null): MissingData[] | null {
  return missing === null ? null : (JSON.parse(missing) as MissingData[])
}
