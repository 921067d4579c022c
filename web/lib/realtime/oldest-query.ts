import type { QueryClient } from '@tanstack/react-query'

/** The time (epoch, ms) since when the cache may have missed changes: that of the oldest active query. */
export function oldestQueryAt(client: QueryClient): number {
  const times = client
    .getQueryCache()
    .findAll({ type: 'active' })
    .map(({ state }) => state.dataUpdatedAt)
    .filter(at => at > 0)
  return Math.min(Date.now(), ...times)
}
