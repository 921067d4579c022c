import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { StatStrip } from '#web/components/display/stat-strip.tsx'
import { formatCount } from '#web/lib/format/format.ts'
import { requestTexts } from '#web/texts/requests.texts.ts'
import { type RequestFilter, requestSummaryQuery } from './request.query-options.ts'

interface RequestSummaryProps {
  /** Of one customer; without it of all in reach. */
  customerId?: string | undefined
  /** The list of requests, narrowed to what a figure counts. */
  listLink: (filter: RequestFilter) => LinkProps
}

/** The numbers above an overview. They are an extra: when they cannot be had, the list below says what is wrong. */
export function RequestSummary({ customerId, listLink }: RequestSummaryProps) {
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
          link: listLink({ state: 'open' }),
        },
        { label: texts.accepted, value: formatCount(acceptedCount), link: listLink({ state: 'accepted' }) },
        { label: texts.declined, value: formatCount(declinedCount), link: listLink({ state: 'declined' }) },
      ]}
    />
  )
}
