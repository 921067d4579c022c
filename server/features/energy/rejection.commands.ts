/** Refused input of a site, and readings that do not count: its page lists the newest fifty. */
import type { Insertable, Transaction } from 'kysely'
import { rejectionsMax } from '#contract/energy-limits.ts'
import { instantText } from '#server/clock.ts'
import { fewListed, jsonRowsToInsert, namesOf } from '#server/database/engine.ts'
import { newId } from '#server/database/ids.ts'
import { prepared } from '#server/database/prepared.ts'
import type { Database } from '#server/database/schema.ts'

type Trx = Transaction<Database>
type RejectionRow = Insertable<Database['energy_rejection']>
export type Rejected = Omit<RejectionRow, 'id' | 'created_at'>

/** Adds rejections; only the newest of each site are kept. */
export async function keepRejections(trx: Trx, rejected: readonly Rejected[], now: Date): Promise<void> {
  if (rejected.length === 0) return
  const created_at = instantText(now)
  await insertRejections(trx, { json: JSON.stringify(rejected.map(row => ({ id: newId(), ...row, created_at }))) })
  await deleteOldRejections(trx, { sites: sitesOf(rejected) })
}

/** As `keepRejections`, for those found each time that slots are computed: stored ones stay unchanged. */
export async function keepNewRejections(trx: Trx, rejected: readonly Rejected[], now: Date): Promise<void> {
  if (rejected.length === 0) return
  const there = new Set((await selectRejected(trx, { sites: sitesOf(rejected) })).map(identityOf))
  const added = rejected.filter(row => !there.has(identityOf(row)))
  // As many as are kept.
  const newest = [...Map.groupBy(added, ({ site_id }) => site_id).values()].map(ofSite =>
    ofSite.toSorted((one, other) => (one.reading_at < other.reading_at ? -1 : 1)).slice(-rejectionsMax),
  )
  await keepRejections(trx, newest.flat(), now)
}

function sitesOf(rejected: readonly Rejected[]): string {
  return JSON.stringify([...new Set(rejected.map(({ site_id }) => site_id))])
}

function identityOf({ site_id, channel, value, reading_at, code }: Rejected): string {
  return JSON.stringify([site_id, channel, value, reading_at, code])
}

const selectRejected = prepared<{ sites: string }>()((db, param, engine) =>
  db
    .selectFrom('energy_rejection')
    .select(['site_id', 'channel', 'value', 'reading_at', 'code'])
    .where('site_id', 'in', fewListed(engine, param('sites'))),
)
const insertRejections = prepared<{ json: string }>()((db, param, engine) => {
  const columns = {
    id: 'text',
    site_id: 'text',
    channel: 'text',
    value: 'text',
    reading_at: 'text',
    code: 'text',
    created_at: 'text',
  } as const
  return db
    .insertInto('energy_rejection')
    .columns(namesOf(columns))
    .expression(jsonRowsToInsert<RejectionRow>(engine, param('json'), columns))
})
const deleteOldRejections = prepared<{ sites: string }>()((db, param, engine) => {
  const placed = db
    .selectFrom('energy_rejection')
    .select(eb => [
      'id',
      eb.fn
        .agg<number>('row_number')
        .over(over => over.partitionBy('site_id').orderBy('id', 'desc'))
        .as('place'),
    ])
    .where('site_id', 'in', fewListed(engine, param('sites')))
  const old = db.selectFrom(placed.as('placed')).select('id').where('place', '>', rejectionsMax)
  return db.deleteFrom('energy_rejection').where('id', 'in', old)
})
