import { formatDateTime } from '#web/lib/format/format.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'

/** ISO 8601 with its offset from UTC, as readings are taken. */
const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/

/** The time of a refused reading: in Berlin if it is an instant, otherwise as sent. */
export function sentTimeText(sent: string): string {
  if (sent === '') return energySiteTexts.rejections.withoutTime
  return isInstant(sent) ? formatDateTime(sent) : sent
}

/** The parser alone reads 30 February as 2 March. */
function isInstant(sent: string): boolean {
  if (!instantPattern.test(sent) || Number.isNaN(Date.parse(sent))) return false
  return new Date(`${sent.slice(0, 10)}T00:00:00Z`).toISOString().startsWith(sent.slice(0, 10))
}
