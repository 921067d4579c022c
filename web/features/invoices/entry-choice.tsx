import type { BillableEntry } from '#contract/invoices.ts'
import { pageSizeMax } from '#contract/limits.ts'
import { DataTable } from '#web/components/data-table.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Pager } from '#web/components/pager.tsx'
import type { TableColumn } from '#web/components/table-column.ts'
import { formatDate, formatEur } from '#web/lib/format.ts'
import type { ShownPrices } from '#web/lib/shown-prices.ts'
import { usePrices } from '#web/lib/use-prices.ts'
import { invoiceTexts } from '#web/texts/invoices.ts'
import { sumEur } from './proposed-amounts.ts'
import type { useBillableEntries } from './use-billable-entries.ts'

interface EntryChoiceProps {
  entries: ReturnType<typeof useBillableEntries>
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
  /** Why the choice was refused. */
  error: string | undefined
}

/** The finished entries of a customer, to choose those that stand on an invoice. */
export function EntryChoice({ entries, chosen, onChange, error }: EntryChoiceProps) {
  const prices = usePrices()
  const sum = sumEur(entries.find(chosen).map(entry => entry.total))
  return (
    <section aria-labelledby="invoice-entries" className="grid gap-4">
      <div>
        <h2 id="invoice-entries" className="text-heading">
          {texts.choose}
        </h2>
        <p className="mt-1 max-w-reading text-label text-muted">{texts.lead}</p>
      </div>
      {error ? (
        <p role="alert" className="text-label font-medium text-red">
          {error}
        </p>
      ) : null}
      <div>
        <DataTable
          label={texts.choose}
          columns={columnsOf(prices)}
          rows={entries.rows}
          rowKey={entry => entry.id}
          rowName={entry => texts.name(entry.name, entry.ticket.number)}
          selection={{
            selected: new Set(chosen),
            onChange: selected => onChange([...selected]),
            actions: <span className="tabular text-label">{texts.sum(sum)}</span>,
          }}
          isFetching={entries.isFetching}
          error={entries.isError ? texts.failed : undefined}
          onRetry={entries.refetch}
          empty={<EmptyState text={texts.empty} />}
          skeletonRows={4}
        />
        {entries.count > pageSizeMax ? (
          <Pager
            label={texts.page}
            page={entries.page}
            pageSize={pageSizeMax}
            count={entries.count}
            onPageChange={entries.setPage}
          />
        ) : null}
      </div>
    </section>
  )
}

const texts = invoiceTexts.entries

const columnsOf = (prices: ShownPrices): readonly TableColumn<BillableEntry>[] => [
  {
    key: 'date',
    header: texts.date,
    cell: entry => formatDate(entry.date),
    width: '8rem',
    phone: 'right',
  },
  {
    key: 'entry',
    header: texts.entry,
    cell: entry => entry.name,
    note: entry => `${entry.ticket.number} · ${entry.ticket.name}`,
    phone: 'title',
  },
  {
    key: 'work',
    header: prices.label(texts.work, 'net'),
    cell: entry => texts.rate(entry.quantity, entry.hourlyRate),
    note: entry => (entry.chargedExtra > 0 ? texts.extra(prices.named(entry.chargedExtra, 'net')) : null),
    align: 'end',
    width: '12rem',
    from: 'md',
    phone: 'left',
  },
  {
    key: 'total',
    header: texts.total,
    cell: entry => formatEur(entry.total),
    align: 'end',
    width: '8rem',
    phone: 'figure',
  },
]
