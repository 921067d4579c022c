import { useMemo } from 'react'
import { useSession } from '#web/lib/session/use-session.ts'
import { type ShownPrices, shownPrices } from './shown-prices.ts'

/** How amounts of work are displayed to the current user. Returns the same object while nothing changes. */
export function usePrices(): ShownPrices {
  const { prices } = useSession()
  return useMemo(() => shownPrices(prices ?? undefined), [prices])
}
