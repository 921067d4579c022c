import type { FieldError } from '#contract/errors.ts'
import type { MissingData } from '#contract/invoices.ts'
import { validationTexts } from '#contract/texts/validation.texts.ts'
import type { Connection } from '#server/context.ts'
import { getProfile } from '#server/features/business-profile/business-profile.queries.ts'
import { type StoredInvoice, taxLinesOf } from './invoice.queries.ts'
import { amountErrors, publicationErrors } from './invoice.rules.ts'
import { listMissingOf, readDraft } from './invoice-draft.queries.ts'

const noSeries = {
  place: 'numberSeries',
  field: 'invoice',
  code: 'number_series.required',
  message: validationTexts['number_series.required'],
} as const

/** Missing data for issuing a draft today. The business may have become a small one since its creation. */
export async function listMissing(connection: Connection, draft: StoredInvoice, today: string): Promise<MissingData[]> {
  if (draft.kind !== 'uploaded') {
    const missing = await listMissingOf(await readDraft(connection, draft), today)
    return [...missing, noSeries]
  }
  const errors = await listErrors(connection, draft, today)
  return errors.map(error => ({ place: 'invoice', ...error }))
}

async function listErrors(connection: Connection, draft: StoredInvoice, today: string): Promise<FieldError[]> {
  const { profile } = await getProfile(connection)
  return [...publicationErrors(draft, today), ...amountErrors({ ...draft, tax_lines: taxLinesOf(draft) }, profile)]
}
