/** The sites of the demo with channels, storages and tariffs; nothing is measured yet. */
import type { Transaction } from 'kysely'
import { calendarDate, dayMs, instantText, plusMs } from '#server/clock.ts'
import { newId } from '#server/database/ids.ts'
import { nextNumber } from '#server/database/number-sequence.ts'
import type { Database } from '#server/database/schema.ts'
import { saveSearchTerms } from '#server/database/search-terms.ts'
import { channelColumnsOf, newChannelFields } from '#server/features/energy/energy-channel.rules.ts'
import { newSiteFields, siteColumnsOf, siteSearchTexts } from '#server/features/energy/energy-site.rules.ts'
import { newStorageFields, storageColumnsOf } from '#server/features/energy/energy-storage.rules.ts'
import { tariffColumnsOf } from '#server/features/energy/energy-tariff.rules.ts'
import { type PlannedSite, plannedSites } from './house-plans.ts'

type Trx = Transaction<Database>
type Place = { readonly site_id: string; readonly customer_id: string }

export async function insertHouses(
  trx: Trx,
  customers: readonly { readonly id: string; readonly email: string }[],
  now: Date,
): Promise<void> {
  for (const plan of plannedSites) {
    const customer = customers.find(({ email }) => email === plan.customer)
    if (customer !== undefined) await insertHouse(trx, plan, customer.id, now)
  }
}

async function insertHouse(trx: Trx, plan: PlannedSite, customerId: string, now: Date): Promise<void> {
  const at = instantText(now)
  const times = { created_at: at, updated_at: at }
  const fields = newSiteFields({ ...plan.fields, customerId })
  const place: Place = { site_id: newId(now), customer_id: customerId }
  await trx
    .insertInto('energy_site')
    .values({ id: place.site_id, ...siteColumnsOf(fields), key: plan.key, is_demo: 1, state: 'unknown', ...times })
    .execute()
  await saveSearchTerms(trx, 'energy_site', place.site_id, siteSearchTexts(fields))
  const storages = new Map<string, string>()
  for (const storage of plan.storages) {
    const id = newId(now)
    storages.set(storage.kind, id)
    const columns = storageColumnsOf(newStorageFields({ siteId: place.site_id, ...storage }))
    await trx
      .insertInto('energy_storage')
      .values({ id, ...place, ...columns, ...times })
      .execute()
  }
  for (const { readValue: _, storage, ...channel } of plan.channels) {
    const storageId = storages.get(storage ?? '') ?? null
    const columns = channelColumnsOf(newChannelFields({ siteId: place.site_id, ...channel, storageId }))
    const number = await nextNumber(trx, 'energy_channel')
    await trx
      .insertInto('energy_channel')
      .values({ id: newId(now), number, ...place, ...columns, ...times })
      .execute()
  }
  for (const { daysAgo, ...tariff } of plan.tariffs) {
    const columns = tariffColumnsOf({ ...tariff, validFrom: calendarDate(plusMs(now, -daysAgo * dayMs)) })
    await trx
      .insertInto('energy_tariff')
      .values({ id: newId(now), ...place, ...columns, ...times })
      .execute()
  }
}
