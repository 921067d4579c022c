import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { type Stat, StatStrip } from '#web/components/display/stat-strip.tsx'
import { formatCount, formatDate } from '#web/lib/format/format.ts'
import { usePrices } from '#web/lib/format/use-prices.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import { type InvoiceFilter, invoiceSummaryQuery } from './invoice.query-options.ts'

interface InvoiceSummaryProps {
  /** Limits the figures to one customer; otherwise all visible invoices count. */
  customerId?: string | undefined
  viewer: 'customer' | 'admin'
  /** The list of invoices with the filter of a figure. */
  listLink: (filter: InvoiceFilter) => LinkProps
}

/** Outstanding amounts above an overview. Optional: if it cannot be loaded, the list below shows the error. */
export function InvoiceSummary({ customerId, viewer, listLink }: InvoiceSummaryProps) {
  const prices = usePrices()
  const { data: summary, isError } = useQuery(invoiceSummaryQuery(useDeferredValue(customerId)))
  if (isError && !summary) return null
  const { unpaidTotal = 0, unpaidCount = 0, overdueTotal = 0, overdueCount = 0 } = summary ?? {}
  const { nextDueDate = null, draftsCount = 0 } = summary ?? {}
  const stats: Stat[] = [
    {
      ...prices.figure(texts.unpaid, unpaidTotal, 'gross'),
      note: fromInvoices(unpaidCount),
      link: listLink({ paid: 'unpaid' }),
    },
    {
      ...prices.figure(texts.overdue, overdueTotal, 'gross'),
      note: fromInvoices(overdueCount),
      link: listLink({ overdue: 'true' }),
    },
    {
      label: texts.next,
      value: nextDueDate === null ? texts.nothing : formatDate(nextDueDate),
      link: nextDueDate === null ? undefined : listLink({ paid: 'unpaid', dueDate: nextDueDate, ordering: 'dueDate' }),
    },
  ]
  if (viewer === 'admin')
    stats.push({ label: texts.drafts, value: formatCount(draftsCount), link: listLink({ state: 'draft' }) })
  return <StatStrip label={texts.label} loading={!summary} stats={stats} />
}

const texts = invoiceTexts.summary

function fromInvoices(count: number): string | undefined {
  return count > 0 ? texts.fromInvoices(count) : undefined
}
