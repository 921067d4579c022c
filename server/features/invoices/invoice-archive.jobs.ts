import type { Runtime } from '#server/context.ts'
import type { JobDefinition } from '#server/jobs/definition.ts'
import { type ArchiveDifference, checkArchive } from './invoice-archive.queries.ts'

/**
 * Compares issued invoices each night with their hashes in the audit log. A difference fails the job, which the admin's
 * home shows.
 */
export const invoiceArchiveJobs: readonly JobDefinition[] = [
  { kind: 'invoice_archive', atBerlinHour: 4, run: runtime => compare(runtime) },
]

async function compare({ db, log }: Runtime): Promise<void> {
  const differences = await checkArchive(db)
  if (differences.length === 0) return
  log.error({ invoices: differences.map(({ id }) => id) }, 'issued invoices differ from what was issued')
  throw new Error(differences.slice(0, 5).map(differenceSentence).join(' '))
}

export function differenceSentence({ number, part }: ArchiveDifference): string {
  return `Of invoice ${number} the ${part} is not what was issued.`
}
