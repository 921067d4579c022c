import { useMemo } from 'react'
import { useSession } from '#web/lib/session/use-session.ts'
import { type ShownPrices, shownPrices } from './shown-prices.ts'

/** How amounts of work stand before whoever uses this browser. The same object as long as that stays. */
export function usePrices(): ShownPrices {
  const { prices } = useSession()
  return useMemo(() => shownPrices(prices ?? undefined), [prices])
}
