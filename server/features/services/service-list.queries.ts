/** The lists of services, of all kinds and of one. */
import { expressionBuilder, sql } from 'kysely'
import { serviceList } from '#contract/lists.ts'
import type { ServiceQuery } from '#contract/services.ts'
import { reachedCustomer, type Scope } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import { withWordsOrCustomers } from '#server/database/list-page.ts'
import { equals, finds, prepareList, type Shape } from '#server/database/prepared-list.ts'
import type { Database } from '#server/database/schema.ts'
import { type FoundService, selectServices, withCredentials } from './service.queries.ts'

/** Problems come before everything else; the indexes hold the same expression (migration 0037). */
const rank = sql<number>`(case when service.state = 'problem' then 0 else 1 end)`

/** The kind precedes each ordering in the indexes, except in some for one customer. */
function isTypeSought({ isScoped, isWalk, isOrderedBy, has }: Shape): boolean {
  if (isOrderedBy('type')) return !has('collection')
  return isWalk && (isOrderedBy('name') || !isScoped)
}

/**
 * Services in scope. Each word of the search starts a word of the service or of its customer, or is a part of one. `until`
 * is the end of the certificates that `certificate=expiring` asks for.
 */
export const servicePages = prepareList(serviceList, {
  table: 'service',
  select: selectServices,
  scope: 'customer_id',
  search: withWordsOrCustomers,
  isScopeSought: ({ has }) => !has('collection'),
  // Ids are in the order of creation.
  orderings: { name: ['name_key'], createdAt: [], type: ['type', 'name_key'], state: [rank, 'name_key'] },
  // Rows of one state all have the same rank.
  orderedAs: (ordering, has) => (has('state') ? ordering.replace(/state$/, 'name') : ordering),
  filters: {
    type: equals('service.type', isTypeSought),
    state: equals('service.state'),
    collection: finds('service_of_collection', id => sql`service.collection_id = ${id}`),
    certificate: finds('website_service_by_certificate_expires_at', (_word, param) =>
      expressionBuilder<Database, 'service'>()('service.id', 'in', eb =>
        eb
          .selectFrom('website_service')
          .select('website_service.service_id')
          .where('website_service.certificate_expires_at', '<=', param('until'))
          .where('website_service.is_watched', '=', 1),
      ),
    ),
  },
  kept: { list: 'service', filters: ['type', 'state'], by: ({ type, state }) => ({ type, state }) },
})

/** Services in scope with their credentials. */
export async function listServices(
  connection: Connection,
  scope: Scope,
  query: ServiceQuery,
  certificatesUntil = '',
): Promise<{ count: number; results: FoundService[] }> {
  const { count, rows } = await servicePages.read(connection, reachedCustomer(scope, query.customer), query, {
    until: certificatesUntil,
  })
  return { count, results: await withCredentials(connection, scope, rows) }
}
