/** A written draft as it would be printed now, and its missing parts. */
import type { Selectable } from 'kysely'
import type { MissingData } from '#contract/invoices.ts'
import type { Connection } from '#server/context.ts'
import type { InvoiceTable } from '#server/database/business-tables.ts'
import { getProfile } from '#server/features/business-profile/business-profile.queries.ts'
import { type CheckedXml, checkedXml } from '#server/invoice-documents/checked-xml.ts'
import type { DraftSnapshot, InvoiceSnapshot, SnapshotSeller } from '#server/invoice-documents/invoice-snapshot.ts'
import { listLines, type StoredLine } from './invoice-lines.queries.ts'
import { missingByRule, missingOf, missingOfSeries } from './invoice-missing.rules.ts'
import { draftSnapshot, issuedSnapshot } from './invoice-snapshot.rules.ts'
import { findSeries } from './number-series.queries.ts'

/** Writes and checks the XML: in this thread or in that of documents. */
export type DraftCheck = (snapshot: InvoiceSnapshot) => Promise<CheckedXml>

export type PrintedDraft = { snapshot: DraftSnapshot; lines: StoredLine[]; isSmallBusiness: boolean }

/** A number in the place of the one that is taken later. */
const anyNumber = 'RE-1'

/** `logo` is the archived one, if it is printed. Reads only: also inside of a transaction. */
export async function readDraft(
  connection: Connection,
  invoice: Selectable<InvoiceTable>,
  logo: SnapshotSeller['logo'] = null,
): Promise<PrintedDraft> {
  const lines = await listLines(connection, invoice.id)
  const { profile } = await getProfile(connection)
  const customer = await connection
    .selectFrom('customer')
    .selectAll()
    .where('id', '=', invoice.customer_id)
    .executeTakeFirstOrThrow()
  return {
    snapshot: draftSnapshot({ invoice, lines, profile, customer, logo }),
    lines,
    isSmallBusiness: profile.isSmallBusiness,
  }
}

/** Everything that is missing except findings of the rules for e-invoices, which take 15 ms. */
export async function listMissingData(
  connection: Connection,
  draft: PrintedDraft,
  today: string,
): Promise<MissingData[]> {
  return [...missingOf(draft, today), ...missingOfSeries(draft, await findSeries(connection, 'invoice'))]
}

/** Everything that is missing; the rules are asked once the rest is complete, here or by `check` in the thread. */
export async function listMissingOf(
  connection: Connection,
  draft: PrintedDraft,
  today: string,
  check: DraftCheck = checkedXml,
): Promise<MissingData[]> {
  const missing = await listMissingData(connection, draft, today)
  if (missing.length > 0) return missing
  const { findings } = await check(issuedSnapshot(draft.snapshot, anyNumber))
  return findings.map(missingByRule)
}
