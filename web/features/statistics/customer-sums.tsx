import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { StatStrip } from '#web/components/display/stat-strip.tsx'
import { formatHours } from '#web/lib/format/format.ts'
import { usePrices } from '#web/lib/format/use-prices.ts'
import { statisticsTexts } from '#web/texts/statistics.texts.ts'
import { customerSumsQuery } from './statistics.query-options.ts'

interface CustomerSumsProps {
  customerId: string
  /** Links to the rows of the totals: all work, open work, and issued invoices. */
  links: Record<'hours' | 'open' | 'unpaid' | 'paid', LinkProps>
}

/** A customer's total revenue. Optional: if it cannot be loaded, the page does without. */
export function CustomerSums({ customerId, links }: CustomerSumsProps) {
  const prices = usePrices()
  const { data: sums, isError } = useQuery(customerSumsQuery(customerId))
  if (isError && !sums) return null
  const { hoursCount = 0, openTotal = 0, unpaidTotal = 0, paidTotal = 0 } = sums ?? {}
  return (
    <StatStrip
      label={texts.label}
      loading={!sums}
      stats={[
        { label: texts.hours, value: formatHours(hoursCount), link: links.hours },
        { ...prices.figure(texts.open, openTotal, 'net'), link: links.open },
        { ...prices.figure(texts.unpaid, unpaidTotal, 'gross'), link: links.unpaid },
        { ...prices.figure(texts.paid, paidTotal, 'gross'), link: links.paid },
      ]}
    />
  )
}

const texts = statisticsTexts.customer
