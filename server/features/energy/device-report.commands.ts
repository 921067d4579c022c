/** Stores reports about commands, and targets, from the messages of devices. */
import type { Transaction } from 'kysely'
import { targetsPerSiteMax } from '#contract/energy-limits.ts'
import { instantText, minuteMs } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/schema.ts'
import { wakeAfterCommit } from '#server/database/transaction.ts'
import { reportText } from './command-message.rules.ts'
import type { DescribedTarget } from './command-target.rules.ts'
import { listReporting, listTargets } from './control-facts.queries.ts'

type Trx = Transaction<Database>

/** A report that repeats the last one is written at most this often. */
const repeatedAfterMs = minuteMs

export type DeviceWord = { readonly topic: string; readonly payload: Buffer; readonly arrivedAt: string }

/** Stores the reports of a site's devices. A new one has open commands checked again. */
export async function takeReports(trx: Trx, siteId: string, words: readonly DeviceWord[]): Promise<void> {
  const settings = (await listTargets(trx, [siteId])).get(siteId) ?? []
  const storages = await listReporting(trx, siteId, settings)
  for (const { id, topic, path, ...last } of storages) {
    const said = words.findLast(word => word.topic === topic)
    const text = said && reportText(said.payload, path)
    if (said === undefined || text === undefined) continue
    const isNew = text !== last.text || last.isAwaited
    const isDue = last.at === null || Date.parse(said.arrivedAt) - Date.parse(last.at) >= repeatedAfterMs
    if (!isNew && !isDue) continue
    await keepReport(trx, { storageId: id, siteId, text, at: said.arrivedAt })
    if (isNew) wakeAfterCommit(trx)
  }
}

async function keepReport(
  trx: Trx,
  { storageId, siteId, text, at }: { storageId: string; siteId: string; text: string; at: string },
): Promise<void> {
  await trx
    .insertInto('energy_report')
    .values({ storage_id: storageId, site_id: siteId, text, at })
    .onConflict(conflict => conflict.column('storage_id').doUpdateSet({ text, at }))
    .execute()
}

/** Stores the targets that devices describe, at most a hundred per site. */
export async function keepTargets(
  trx: Trx,
  { clock }: Pick<Context, 'clock'>,
  siteId: string,
  found: readonly DescribedTarget[],
): Promise<void> {
  const known = new Map(((await listTargets(trx, [siteId])).get(siteId) ?? []).map(row => [row.topic, row]))
  for (const { topic, component, name, description } of found) {
    const row = known.get(topic)
    const isSame =
      row !== undefined &&
      row.component === component &&
      row.name === name &&
      JSON.stringify(row.description) === JSON.stringify(description)
    if (isSame || (row === undefined && known.size >= targetsPerSiteMax)) continue
    const values = { component, name, description: JSON.stringify(description), seen_at: instantText(clock.now()) }
    await trx
      .insertInto('energy_target')
      .values({ site_id: siteId, topic, ...values })
      .onConflict(conflict => conflict.columns(['site_id', 'topic']).doUpdateSet(values))
      .execute()
    known.set(topic, { site_id: siteId, topic, ...values, description })
  }
}
