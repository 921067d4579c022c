/** The overview of requests. */
import { requestList } from '#contract/lists.ts'
import type { RequestQuery } from '#contract/requests.ts'
import { reachedCustomer, type Scope } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import { type ListPage, withWordsOrCustomers } from '#server/database/list-page.ts'
import { equals, prepareList } from '#server/database/prepared-list.ts'
import { type RequestRow, selectRequests } from './request.queries.ts'

/** Each word of the search starts a word of the request or of its customer, or is a part of one. */
export const requestPages = prepareList(requestList, {
  table: 'request',
  select: selectRequests,
  scope: 'customer_id',
  search: withWordsOrCustomers,
  orderings: {
    number: ['number_key'],
    title: ['title_key'],
    priority: ['priority_rank'],
    createdAt: ['created_at'],
    updatedAt: ['updated_at'],
  },
  filters: {
    state: equals('request.state'),
    priority: equals('request.priority', ({ isUsual, has }) => isUsual && !has('state')),
  },
  kept: { list: 'request', filters: ['state', 'priority'], by: ({ state, priority }) => ({ state, priority }) },
})

/** Requests in scope, newest change first unless ordered otherwise. */
export function listRequests(connection: Connection, scope: Scope, query: RequestQuery): Promise<ListPage<RequestRow>> {
  return requestPages.read(connection, reachedCustomer(scope, query.customer), query)
}
