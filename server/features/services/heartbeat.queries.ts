import type { Kysely, Transaction } from 'kysely'
import type { Connection } from '#server/context.ts'
import { type Engine, forUpdate } from '#server/database/engine.ts'
import { prepared } from '#server/database/prepared.ts'
import type { Database } from '#server/database/schema.ts'

/** More are processed at the next run. */
const noticedAtOnce = 200

const selectByToken = prepared<{ hash: string }>()((db, param) =>
  selectApplications(db).where('application_service.heartbeat_token_hash', '=', param('hash')),
)

const selectOne = prepared<{ id: string }>()((db, param) =>
  selectApplications(db).where('application_service.service_id', '=', param('id')),
)

const lockOne = prepared<{ id: string }>()((db, param, engine) =>
  db.selectFrom('service').select('id').where('id', '=', param('id')).$call(forUpdate(engine)),
)

/** The application of a heartbeat address. The token is the proof: there is no session and so no scope. */
export async function findApplicationByToken(connection: Connection, hash: string) {
  const [row] = await selectByToken(connection, { hash })
  return row
}

/** An application, locked until the transaction ends. */
export async function findApplication(trx: Transaction<Database>, id: string) {
  await lockOne(trx, { id })
  const [row] = await selectOne(trx, { id })
  return row
}

/** Applications whose period has expired and that are not marked yet; locked until the transaction ends. */
export async function listFallenSilent(trx: Transaction<Database>, engine: Engine, now: string) {
  const found = await trx
    .selectFrom('application_service')
    .innerJoin('service', 'service.id', 'application_service.service_id')
    .select('service.id')
    .where('application_service.silent_at', '<=', now)
    .where('service.state', '=', 'ok')
    .orderBy('application_service.silent_at')
    .limit(noticedAtOnce)
    .execute()
  if (found.length === 0) return []
  const ids = found.map(row => row.id)
  await trx.selectFrom('service').select('id').where('id', 'in', ids).orderBy('id').$call(forUpdate(engine)).execute()
  // Again: it may have reported between the first read and the lock.
  return selectApplications(trx)
    .innerJoin('customer', 'customer.id', 'service.customer_id')
    .select(['service.id', 'service.customer_id', 'customer.company', 'customer.first_name', 'customer.last_name'])
    .where('service.id', 'in', ids)
    .where('application_service.silent_at', '<=', now)
    .where('service.state', '=', 'ok')
    .orderBy('application_service.silent_at')
    .execute()
}

function selectApplications(db: Kysely<Database>) {
  return db
    .selectFrom('application_service')
    .innerJoin('service', 'service.id', 'application_service.service_id')
    .selectAll('application_service')
    .select(['service.name', 'service.customer_id', 'service.state'])
}
