import { sql, type Transaction } from 'kysely'
import type { Connection } from '#server/context.ts'
import { forKeyShare } from '#server/database/engine.ts'
import { prepared } from '#server/database/prepared.ts'
import type { Database } from '#server/database/schema.ts'
import { slotMs, slotOf } from './channel-slots.rules.ts'
import type { ChannelRow } from './energy-channel.queries.ts'
import { neighboursMax } from './touched-slots.rules.ts'

/** As stored: the value in millionths of the unit sent. */
export type StoredReading = { readonly at_ms: number; readonly value_millionths: number }

const selectByToken = prepared<{ hash: string }>()((db, param) =>
  db
    .selectFrom('energy_site')
    .select(['id', 'key', 'state', 'last_reading_at'])
    .where('token_hash', '=', param('hash')),
)
const selectByKey = prepared<{ key: string }>()((db, param) =>
  db
    .selectFrom('energy_site')
    .select(['id', 'key', 'state', 'last_reading_at'])
    .where('key', '=', param('key'))
    .where('token_hash', 'is not', null),
)
const selectChannels = prepared<{ siteId: string }>()((db, param, engine) =>
  db
    .selectFrom('energy_channel')
    .selectAll()
    .where('site_id', '=', param('siteId'))
    .orderBy('id')
    .$call(forKeyShare(engine)),
)
const selectBefore = prepared<{ number: number; from: number }>()((db, param) =>
  db
    .selectFrom('energy_reading')
    .select(['at_ms', 'value_millionths'])
    .where('channel_number', '=', param('number'))
    .where('at_ms', '<', param('from'))
    .orderBy('at_ms', 'desc')
    .limit(sql.lit(neighboursMax)),
)
const selectFrom = prepared<{ number: number; from: number; to: number }>()((db, param) =>
  db
    .selectFrom('energy_reading')
    .select(['at_ms', 'value_millionths'])
    .where('channel_number', '=', param('number'))
    .where('at_ms', '>=', param('from'))
    .where('at_ms', '<', param('to'))
    .orderBy('at_ms'),
)
const selectAfter = prepared<{ number: number; to: number }>()((db, param) =>
  db
    .selectFrom('energy_reading')
    .select(['at_ms', 'value_millionths'])
    .where('channel_number', '=', param('number'))
    .where('at_ms', '>=', param('to'))
    .orderBy('at_ms')
    .limit(sql.lit(neighboursMax)),
)

const selectRange = prepared<{ number: number }>()((db, param) =>
  db
    .selectFrom('energy_reading')
    .select(eb => [eb.fn.min<number | null>('at_ms').as('first'), eb.fn.max<number | null>('at_ms').as('last')])
    .where('channel_number', '=', param('number')),
)

/** The site of a push address. The token is the proof: there is no session and so no scope. */
export async function findSiteByToken(connection: Connection, hash: string) {
  const [row] = await selectByToken(connection, { hash })
  return row
}

/** The site of a topic, whose sender the operator's broker has checked; undefined without a token. */
export async function findSiteByKey(connection: Connection, key: string) {
  const [row] = await selectByKey(connection, { key })
  return row
}

/** The channels of a site, which cannot be deleted until the transaction ends. */
export function listChannelsOf(trx: Transaction<Database>, siteId: string): Promise<ChannelRow[]> {
  return selectChannels(trx, { siteId })
}

/** The readings of a stretch of time, and the neighbours that decide with them, in order. */
export async function listNear(
  connection: Connection,
  number: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<StoredReading[]> {
  const before = await selectBefore(connection, { number, from })
  const inside = await selectFrom(connection, { number, from, to })
  const after = await selectAfter(connection, { number, to })
  return [...before.toReversed(), ...inside, ...after]
}

/** The slots between the first and the last reading that is kept, and the one after: values hold into it. */
export async function listSlotsWithReadings(connection: Connection, number: number): Promise<number[]> {
  const [range] = await selectRange(connection, { number })
  if (range === undefined || range.first === null || range.last === null) return []
  const slots: number[] = []
  for (let at = slotOf(range.first); at <= slotOf(range.last) + slotMs; at += slotMs) slots.push(at)
  return slots
}
