import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { StatStrip } from '#web/components/display/stat-strip.tsx'
import { formatCount } from '#web/lib/format/format.ts'
import { requestTexts } from '#web/texts/requests.texts.ts'
import { type RequestFilter, requestSummaryQuery } from './request.query-options.ts'

interface RequestSummaryProps {
  /** Limits the figures to one customer; otherwise all visible requests count. */
  customerId?: string | undefined
  /** The list of requests with the filter of a figure. */
  listLink: (filter: RequestFilter) => LinkProps
}

/** Figures above an overview. Optional: if they cannot be loaded, the list below shows the error. */
export function RequestSummary({ customerId, listLink }: RequestSummaryProps) {
  const { data: summary, isError } = useQuery(requestSummaryQuery(useDeferredValue(customerId)))
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
          noteLink: listLink({ state: 'open', priority: 'high' }),
        },
        { label: texts.accepted, value: formatCount(acceptedCount), link: listLink({ state: 'accepted' }) },
        { label: texts.declined, value: formatCount(declinedCount), link: listLink({ state: 'declined' }) },
      ]}
    />
  )
}
