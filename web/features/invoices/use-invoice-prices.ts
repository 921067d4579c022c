import { useMemo } from 'react'
import type { Invoice } from '#contract/invoices.ts'
import { type ShownPrices, shownPrices } from '#web/lib/format/shown-prices.ts'
import { usePrices } from '#web/lib/format/use-prices.ts'

/**
 * Displays the work on an invoice with the invoice's own tax. With several rates the split is unknown, and amounts stay
 * net.
 */
export function useInvoicePrices({ tax }: Pick<Invoice, 'tax'>): ShownPrices {
  const { first } = usePrices().prices
  const [line, ...others] = tax
  const rate = line?.rate ?? null
  const hasOne = others.length === 0
  return useMemo(() => shownPrices({ first: hasOne ? first : 'net', vatRate: rate }), [first, rate, hasOne])
}
