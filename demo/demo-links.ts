import type { Insertable } from 'kysely'
import { calendarDate, dayMs, instantText, plusMs } from '#server/clock.ts'
import type { CustomerLinkTable } from '#server/database/business-tables.ts'
import { newId } from '#server/database/ids.ts'
import { createRandom } from './demo-random.ts'

/** Links that a winery with a solar plant uses often. */
const demoLinks: readonly { label: string; url: string }[] = [
  { label: 'Wechselrichter im Kelterhaus', url: 'http://192.168.178.61/' },
  { label: 'Hausautomation', url: 'http://192.168.178.40:8123/' },
  { label: 'Unsere Website', url: 'https://weingut-groessl.example/' },
  { label: 'Strompreise und Erzeugung in Deutschland', url: 'https://www.smard.de/' },
  { label: 'Wetter für die Lese', url: 'https://www.dwd.de/DE/leistungen/agrarwetter/agrarwetter.html' },
  { label: 'Anlage im Marktstammdatenregister', url: 'https://www.marktstammdatenregister.de/MaStR' },
]

const addedDaysAgo = 120

/** The links of the user `demo-kunde`. */
export function linkRows(now: Date, customerId: string): Insertable<CustomerLinkTable>[] {
  const random = createRandom(11)
  const at = plusMs(new Date(`${calendarDate(now)}T09:00:00.000Z`), -addedDaysAgo * dayMs)
  return demoLinks.map((link, index) => ({
    id: newId(at, random.next),
    customer_id: customerId,
    ...link,
    position: index + 1,
    created_at: instantText(at),
    updated_at: instantText(at),
  }))
}
