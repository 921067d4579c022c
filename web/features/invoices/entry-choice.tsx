import { pageSizeMax } from '#contract/limits.ts'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { DataTable } from '#web/components/table/data-table.tsx'
import { Pager } from '#web/components/table/pager.tsx'
import { usePrices } from '#web/lib/format/use-prices.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import { entryColumns, entryName } from './entry-columns.ts'
import { sumEur } from './proposed-amounts.ts'
import type { useBillableEntries } from './use-billable-entries.ts'

interface EntryChoiceProps {
  entries: ReturnType<typeof useBillableEntries>
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
  /** The server's error about the selection. */
  error: string | undefined
}

/** A customer's finished entries, to select those for an invoice. */
export function EntryChoice({ entries, chosen, onChange, error }: EntryChoiceProps) {
  const prices = usePrices()
  const sum = sumEur(entries.find(chosen).map(entry => entry.total))
  return (
    <section aria-labelledby="invoice-entries" className="above-bar grid gap-4">
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
          columns={entryColumns(prices)}
          rows={entries.rows}
          rowKey={entry => entry.id}
          rowName={entryName}
          selection={{
            selected: new Set(chosen),
            onChange: selected => onChange([...selected]),
            actions: <span className="tabular text-label">{prices.named(sum, 'net')}</span>,
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
