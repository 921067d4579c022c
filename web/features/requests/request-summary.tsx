import { useQuery } from '@tanstack/react-query'
import { StatStrip } from '#web/components/stat-strip.tsx'
import { formatCount } from '#web/lib/format.ts'
import { requestTexts } from '#web/texts/requests.ts'
import { requestSummaryQuery } from './queries.ts'

interface RequestSummaryProps {
  /** Of one customer; without it of all in reach. */
  customerId?: string | undefined
}

/** The numbers above an overview. They are an extra: when they cannot be had, the list below says what is wrong. */
export function RequestSummary({ customerId }: RequestSummaryProps) {
  const { data: summary, isError } = useQuery(requestSummaryQuery(customerId))
  if (isError && !summary) return null
  const texts = requestTexts.summary
  const { openCount = 0, openHighCount = 0, acceptedCount = 0, declinedCount = 0 } = summary ?? {}
  return (
    <StatStrip
      label={texts.label}
      loading={!summary}
      stats={[
        {
          label: texts.open,
          value: formatCount(openCount),
          note: openHighCount > 0 ? texts.openHigh(openHighCount) : undefined,
        },
        { label: texts.accepted, value: formatCount(acceptedCount) },
        { label: texts.declined, value: formatCount(declinedCount) },
      ]}
    />
  )
}
