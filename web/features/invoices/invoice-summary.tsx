import { useQuery } from '@tanstack/react-query'
import { type Stat, StatStrip } from '#web/components/stat-strip.tsx'
import { formatCount, formatDate, formatEur } from '#web/lib/format.ts'
import { usePrices } from '#web/lib/use-prices.ts'
import { invoiceTexts } from '#web/texts/invoices.ts'
import { invoiceSummaryQuery } from './queries.ts'

interface InvoiceSummaryProps {
  /** Of one customer; without it of all in reach. */
  customerId?: string | undefined
  viewer: 'customer' | 'admin'
}

/** What is owed, above an overview. It is an extra: when it cannot be had, the list below says what is wrong. */
export function InvoiceSummary({ customerId, viewer }: InvoiceSummaryProps) {
  const prices = usePrices()
  const { data: summary, isError } = useQuery(invoiceSummaryQuery(customerId))
  if (isError && !summary) return null
  const { unpaidTotal = 0, unpaidCount = 0, overdueTotal = 0, overdueCount = 0 } = summary ?? {}
  const { nextDueDate = null, draftsCount = 0 } = summary ?? {}
  const stats: Stat[] = [
    { label: prices.label(texts.unpaid, 'gross'), value: formatEur(unpaidTotal), note: fromInvoices(unpaidCount) },
    { label: prices.label(texts.overdue, 'gross'), value: formatEur(overdueTotal), note: fromInvoices(overdueCount) },
    { label: texts.next, value: nextDueDate === null ? texts.nothing : formatDate(nextDueDate) },
  ]
  if (viewer === 'admin') stats.push({ label: texts.drafts, value: formatCount(draftsCount) })
  return <StatStrip label={texts.label} loading={!summary} stats={stats} />
}

const texts = invoiceTexts.summary

function fromInvoices(count: number): string | undefined {
  return count > 0 ? texts.fromInvoices(count) : undefined
}
