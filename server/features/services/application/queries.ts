import type { Kysely, Transaction } from 'kysely'
import type { Connection } from '#server/context.ts'
import { forUpdate } from '#server/database/engine.ts'
import { prepared } from '#server/database/prepared.ts'
import type { Database } from '#server/database/schema.ts'

const selectByToken = prepared<{ hash: string }>()((db, param) =>
  selectApplications(db).where('application_service.heartbeat_token_hash', '=', param('hash')),
)

const selectOne = prepared<{ id: string }>()((db, param) =>
  selectApplications(db).where('application_service.service_id', '=', param('id')),
)

const lockOne = prepared<{ id: string }>()((db, param, engine) =>
  db.selectFrom('service').select('id').where('id', '=', param('id')).$call(forUpdate(engine)),
)

/** The application a heartbeat address belongs to. The token is the proof: there is no session and so no scope. */
export async function findApplicationByToken(connection: Connection, hash: string) {
  const [row] = await selectByToken(connection, { hash })
  return row
}

/** An application that stays as it is until the transaction ends. */
export async function findApplication(trx: Transaction<Database>, id: string) {
  await lockOne(trx, { id })
  const [row] = await selectOne(trx, { id })
  return row
}

function selectApplications(db: Kysely<Database>) {
  return db
    .selectFrom('application_service')
    .innerJoin('service', 'service.id', 'application_service.service_id')
    .selectAll('application_service')
    .select(['service.name', 'service.customer_id', 'service.state'])
}
