import { useMemo } from 'react'
import type { Invoice } from '#contract/invoices.ts'
import { type ShownPrices, shownPrices } from '#web/lib/format/shown-prices.ts'
import { usePrices } from '#web/lib/format/use-prices.ts'

/**
 * How the work on an invoice stands before whoever reads it: with the invoice's own tax. Where it has several rates
 * nobody can say which is whose, and the amounts stay net.
 */
export function useInvoicePrices({ tax }: Pick<Invoice, 'tax'>): ShownPrices {
  const { first } = usePrices().prices
  const [line, ...others] = tax
  const rate = line?.rate ?? null
  const hasOne = others.length === 0
  return useMemo(() => shownPrices({ first: hasOne ? first : 'net', vatRate: rate }), [first, rate, hasOne])
}
