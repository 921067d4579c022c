import { useQuery } from '@tanstack/react-query'
import { StatStrip } from '#web/components/stat-strip.tsx'
import { formatEur, formatHours } from '#web/lib/format.ts'
import { statisticsTexts } from '#web/texts/statistics.ts'
import { customerSumsQuery } from './queries.ts'

/** What a customer has brought in all. It is an extra: when it cannot be had, the page does without. */
export function CustomerSums({ customerId }: { customerId: string }) {
  const { data: sums, isError } = useQuery(customerSumsQuery(customerId))
  if (isError && !sums) return null
  const { hoursCount = 0, openTotal = 0, unpaidTotal = 0, paidTotal = 0 } = sums ?? {}
  return (
    <StatStrip
      label={texts.label}
      loading={!sums}
      stats={[
        { label: texts.hours, value: formatHours(hoursCount) },
        { label: texts.open, value: formatEur(openTotal) },
        { label: texts.unpaid, value: formatEur(unpaidTotal) },
        { label: texts.paid, value: formatEur(paidTotal) },
      ]}
    />
  )
}

const texts = statisticsTexts.customer
