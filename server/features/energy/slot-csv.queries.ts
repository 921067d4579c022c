import { setImmediate as letOthersRun } from 'node:timers/promises'
import type { SiteZone } from '#contract/energy-sites.ts'
import { calendarDate } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import type { FileContent } from '#server/files/read-stored-file.ts'
import { monthRange } from './energy-bill.rules.ts'
import { getSite } from './energy-site.queries.ts'
import { readAccountedDays } from './slot-account.queries.ts'
import { slotCsvHead, slotCsvLines } from './slot-csv.rules.ts'

/** The quarter-hours of a month, by default the current one, of a site in scope as a file; 404 outside the scope. */
export async function readSlotFile(
  { db, scope, clock }: Pick<Context, 'db' | 'scope' | 'clock'>,
  siteId: string,
  month = calendarDate(clock.now()).slice(0, 7),
): Promise<FileContent> {
  const site = await getSite(db, scope, siteId)
  const content = Buffer.from(await readSlotCsv(db, site, month))
  return {
    name: slotCsvName(site.name, month),
    mediaType: 'text/csv',
    sizeBytes: content.length,
    chunks: (async function* () {
      yield content
    })(),
  }
}

/** The same of a site that is in scope already. A month takes long: others run after each day. */
export async function readSlotCsv(
  db: Context['db'],
  site: { readonly id: string; readonly zone: SiteZone },
  month: string,
): Promise<string> {
  let text = slotCsvHead
  for (const slots of await readAccountedDays(db, site, monthRange(month))) {
    text += slotCsvLines(slots)
    await letOthersRun()
  }
  return text
}

/** Characters that no file system takes are replaced. */
export function slotCsvName(siteName: string, month: string): string {
  return `${siteName.replace(/[\p{Cc}"*/:<>?\\|]/gu, '_')}-${month}.csv`
}
