import type { FieldError } from '#contract/errors.ts'
import type { MissingData } from '#contract/invoices.ts'
import type { Connection } from '#server/context.ts'
import { getProfile } from '#server/features/business-profile/business-profile.queries.ts'
import { type StoredInvoice, taxLinesOf } from './invoice.queries.ts'
import { amountErrors, fieldError, publicationErrors } from './invoice.rules.ts'
import { type DraftCheck, listMissingOf, readDraft } from './invoice-draft.queries.ts'
import { isAssignedByPortal } from './number-series.queries.ts'

/** Missing data for issuing a draft today. The business may have become a small one since its creation. */
export async function listMissing(
  connection: Connection,
  draft: StoredInvoice,
  today: string,
  check?: DraftCheck,
): Promise<MissingData[]> {
  if (draft.kind !== 'uploaded') {
    return listMissingOf(connection, await readDraft(connection, draft), today, check)
  }
  const errors = await listErrors(connection, draft, today)
  return errors.map(error => ({ place: 'invoice', ...error }))
}

async function listErrors(connection: Connection, draft: StoredInvoice, today: string): Promise<FieldError[]> {
  const { profile } = await getProfile(connection)
  const isTaken = draft.number !== null && (await isAssignedByPortal(connection, draft.number))
  const ofSeries = isTaken ? [fieldError('number', 'invoice_number.of_series')] : []
  return [
    ...ofSeries,
    ...publicationErrors(draft, today),
    ...amountErrors({ ...draft, tax_lines: taxLinesOf(draft) }, profile),
  ]
}
