import { hashKey, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { Endpoint, Query } from '#contract/endpoint.ts'

/** Parameters of a list endpoint, all optional. */
export type ListQueryOf<List extends Endpoint> = { [Name in keyof Query<List>]?: Query<List>[Name] | undefined }

/** A page of a list; `count` is the number of rows on all pages. */
export type RowsPage<Row> = { count: number; results: Row[] }

/**
 * Creates the query of a page of a list. The previous rows stay while others of the same list load. `pollMs` is the
 * interval for new rows, or false.
 */
export function rowsQuery<Filter, Row>(
  key: QueryKey,
  loadPage: (filter: Filter, signal: AbortSignal) => Promise<RowsPage<Row>>,
  pollMs: (rows: readonly Row[]) => number | false = () => false,
) {
  return (filter: Filter) =>
    queryOptions<RowsPage<Row>, Error, RowsPage<Row>, QueryKey>({
      queryKey: [...key, filter],
      queryFn: ({ signal }) => loadPage(filter, signal),
      placeholderData: (previous, query) =>
        query && hashKey(query.queryKey.slice(0, -1)) === hashKey(key) ? previous : undefined,
      refetchInterval: ({ state }) => pollMs(state.data?.results ?? []),
    })
}
