import type { Selectable, Transaction } from 'kysely'
import { AppError } from '#server/app-error.ts'
import type { Scope } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import type { EnergyProposalTable } from '#server/database/energy-tables.ts'
import { forUpdate } from '#server/database/engine.ts'
import { prepared } from '#server/database/prepared.ts'
import type { Database } from '#server/database/schema.ts'
import { getSite } from './energy-site.queries.ts'

export type ProposalRow = Selectable<EnergyProposalTable>

/** The proposals of a site in scope, by topic; 404 outside the scope. */
export async function listProposals(connection: Connection, scope: Scope, siteId: string): Promise<ProposalRow[]> {
  await getSite(connection, scope, siteId)
  return selectProposals(connection, { siteId })
}

/** The same for messages of the site, whose sender is known. */
export function listProposalsOf(trx: Transaction<Database>, siteId: string): Promise<ProposalRow[]> {
  return selectProposals(trx, { siteId })
}

/** One proposal of a site in scope, locked; 404 `not_found`. */
export async function getProposalToChange(trx: Transaction<Database>, scope: Scope, id: string): Promise<ProposalRow> {
  const [row] = await selectOne(trx, { id })
  if (row === undefined) throw new AppError('not_found')
  await getSite(trx, scope, row.site_id)
  return row
}

const selectProposals = prepared<{ siteId: string }>()((db, param) =>
  db
    .selectFrom('energy_proposal')
    .selectAll()
    .where('site_id', '=', param('siteId'))
    .orderBy('adapter')
    .orderBy('topic')
    .orderBy('path'),
)
const selectOne = prepared<{ id: string }>()((db, param, engine) =>
  db.selectFrom('energy_proposal').selectAll().where('id', '=', param('id')).$call(forUpdate(engine)),
)
