import type { FieldError } from '#contract/errors.ts'
import type { Connection } from '#server/context.ts'
import { getProfile } from '#server/features/business-profile/business-profile.queries.ts'
import { type StoredInvoice, taxLinesOf } from './invoice.queries.ts'
import { amountErrors, publicationErrors } from './invoice.rules.ts'

/** Missing data for issuing a draft today. The business may have become a small one since its creation. */
export async function listMissing(connection: Connection, draft: StoredInvoice, today: string): Promise<FieldError[]> {
  const { profile } = await getProfile(connection)
  return [...publicationErrors(draft, today), ...amountErrors({ ...draft, tax_lines: taxLinesOf(draft) }, profile)]
}
