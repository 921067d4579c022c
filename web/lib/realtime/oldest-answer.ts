import type { QueryClient } from '@tanstack/react-query'

/** Since when (epoch, ms) the cache may have missed something: the time of its oldest answer that is shown. */
export function oldestAnswerAt(client: QueryClient): number {
  const times = client
    .getQueryCache()
    .findAll({ type: 'active' })
    .map(({ state }) => state.dataUpdatedAt)
    .filter(at => at > 0)
  return Math.min(Date.now(), ...times)
}
