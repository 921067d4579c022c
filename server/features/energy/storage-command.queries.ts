import type { Kysely } from 'kysely'
import type { ListQuery } from '#contract/list-query.ts'
import { energyCommandList } from '#contract/lists.ts'
import { AppError } from '#server/app-error.ts'
import { type Scope, scopedCustomerId } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import type { ListPage } from '#server/database/list-page.ts'
import { prepared } from '#server/database/prepared.ts'
import { equals, prepareList } from '#server/database/prepared-list.ts'
import type { Database } from '#server/database/schema.ts'
import type { CommandRow } from './control-facts.queries.ts'
import { reachedThroughSite } from './energy-site.queries.ts'

export type NamedCommand = CommandRow & { storage_name: string; storage_kind: 'battery' | 'car' | 'heat' }

export const commandPages = prepareList(energyCommandList, {
  table: 'energy_command',
  select: selectNamed,
  scope: 'customer_id',
  isScopeSought: ({ has }) => !has('site'),
  // Ids are in the order of creation; the latest first.
  orderings: { usual: { descending: [] } },
  filters: {
    site: equals('energy_command.site_id', () => true),
    storage: equals('energy_command.storage_id', () => false),
    state: equals('energy_command.state', () => false),
  },
})

/** Commands of a site, or of all sites in scope. */
export async function listCommands(
  connection: Connection,
  scope: Scope,
  query: ListQuery<typeof energyCommandList>,
): Promise<ListPage<NamedCommand>> {
  return commandPages.read(connection, await reachedThroughSite(connection, scope, query.site), query)
}

/** One command in scope; 404 `not_found`. */
export async function getCommand(connection: Connection, scope: Scope, id: string): Promise<NamedCommand> {
  const [row] = await selectOne(connection, { id })
  const own = scopedCustomerId(scope)
  if (row === undefined || (own !== null && own !== row.customer_id)) throw new AppError('not_found')
  return row
}

const selectOne = prepared<{ id: string }>()((db, param) =>
  selectNamed(db).where('energy_command.id', '=', param('id')),
)

function selectNamed(db: Kysely<Database>) {
  return db
    .selectFrom('energy_command')
    .innerJoin('energy_storage', 'energy_storage.id', 'energy_command.storage_id')
    .selectAll('energy_command')
    .select(['energy_storage.name as storage_name', 'energy_storage.kind as storage_kind'])
}
