import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import type { ServiceType } from '#contract/service-fields.ts'
import { StatStrip } from '#web/components/display/stat-strip.tsx'
import { formatCount } from '#web/lib/format/format.ts'
import { serviceTexts } from '#web/texts/services.texts.ts'
import { type ServiceFilter, serviceSummaryQuery } from './service.query-options.ts'

interface ServiceSummaryProps {
  /** Limits the figures to one customer; otherwise all visible services count. */
  customerId?: string | undefined
  /** The list of services with the filter of a figure. */
  listLink: (filter: ServiceFilter) => LinkProps
}

/** Figures above an overview. Optional: if they cannot be loaded, the list below shows the error. */
export function ServiceSummary({ customerId, listLink }: ServiceSummaryProps) {
  const { data: summary, isError } = useQuery(serviceSummaryQuery(useDeferredValue(customerId)))
  if (isError && !summary) return null
  const websites = summary?.websites ?? none
  const applications = summary?.applications ?? none
  const problemLink = (type: ServiceType, { problemCount }: typeof none) =>
    problemCount > 0 ? listLink({ type, state: 'problem' }) : undefined
  return (
    <StatStrip
      label={texts.label}
      loading={!summary}
      stats={[
        {
          label: texts.websites,
          value: formatCount(websites.count),
          note: noteOf(websites, texts.down),
          noteLink: problemLink('website_service', websites),
          link: listLink({ type: 'website_service' }),
        },
        {
          label: texts.applications,
          value: formatCount(applications.count),
          note: noteOf(applications, texts.silent),
          noteLink: problemLink('application_service', applications),
          link: listLink({ type: 'application_service' }),
        },
        {
          label: texts.devices,
          value: formatCount(summary?.devicesCount ?? 0),
          link: listLink({ type: 'device_service' }),
        },
        {
          label: texts.certificates,
          value: formatCount(summary?.certificatesExpiringCount ?? 0),
          note: summary?.certificatesExpiringCount ? texts.soon : undefined,
          link: listLink({ certificate: 'expiring' }),
        },
      ]}
    />
  )
}

const texts = serviceTexts.summary
const none = { count: 0, okCount: 0, problemCount: 0 }

function noteOf({ count, okCount, problemCount }: typeof none, textOf: (count: number) => string): string | undefined {
  if (problemCount > 0) return textOf(problemCount)
  return count > 0 && okCount === count ? texts.allOk : undefined
}
