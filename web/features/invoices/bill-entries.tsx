import type { BillableEntry } from '#contract/invoices.ts'
import { pageSizeMax } from '#contract/limits.ts'
import { unbroken } from '#web/components/display/unbroken.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { Checkbox } from '#web/components/form/checkbox.tsx'
import { FieldError } from '#web/components/form/field.tsx'
import { Pager } from '#web/components/table/pager.tsx'
import { formatDate } from '#web/lib/format/format.ts'
import type { ShownPrices } from '#web/lib/format/shown-prices.ts'
import { usePrices } from '#web/lib/format/use-prices.ts'
import { billWorkTexts as texts } from '#web/texts/bill-work.texts.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import type { useBillableEntries } from './use-billable-entries.ts'

interface BillEntriesProps {
  entries: ReturnType<typeof useBillableEntries>
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
  isRefused: boolean
}

/** Single entries to bill, each with a checkbox: a compact list for a dialog. */
export function BillEntries({ entries, chosen, onChange, isRefused }: BillEntriesProps) {
  const prices = usePrices()
  const { rows } = entries
  if (!rows && entries.isError) {
    return <ErrorState text={invoiceTexts.entries.failed} onRetry={entries.refetch} busy={entries.isFetching} />
  }
  if (!rows) return <SkeletonText lines={3} />
  if (rows.length === 0) return null
  const ids = rows.map(({ id }) => id)
  const chosenHere = ids.filter(id => chosen.includes(id))
  const change = (changed: readonly string[], isChosen: boolean) =>
    onChange([...chosen.filter(id => !changed.includes(id)), ...(isChosen ? changed : [])])
  return (
    <fieldset aria-describedby={isRefused ? errorId : undefined} className="grid min-w-0 gap-1">
      <legend className="text-label font-medium">{texts.entries}</legend>
      {isRefused ? <FieldError id={errorId} error={texts.noEntryChosen} /> : null}
      {rows.length > 1 ? (
        <Checkbox
          label={texts.allEntries}
          checked={chosenHere.length === ids.length}
          indeterminate={chosenHere.length > 0 && chosenHere.length < ids.length}
          onCheckedChange={checked => change(ids, checked)}
        />
      ) : null}
      <ul className="divide-y divide-hairline border-y border-hairline">
        {rows.map(entry => (
          <li key={entry.id}>
            <Checkbox
              label={<EntryLabel entry={entry} prices={prices} />}
              checked={chosen.includes(entry.id)}
              onCheckedChange={checked => change([entry.id], checked)}
            />
          </li>
        ))}
      </ul>
      {entries.count > pageSizeMax ? (
        <Pager
          label={invoiceTexts.entries.page}
          page={entries.page}
          pageSize={pageSizeMax}
          count={entries.count}
          onPageChange={entries.setPage}
        />
      ) : null}
    </fieldset>
  )
}

const errorId = 'bill-entries-error'

function EntryLabel({ entry: { name, date, ticket, total }, prices }: { entry: BillableEntry; prices: ShownPrices }) {
  return (
    <span className="grid">
      <span className="flex justify-between gap-x-4">
        <span className="wrap-anywhere min-w-0">{name}</span>
        <span className="tabular whitespace-nowrap">{prices.named(total, 'net')}</span>
      </span>
      <span className="wrap-anywhere text-small text-muted">
        {unbroken(texts.entryOf(formatDate(date), `${ticket.number} ${ticket.name}`))}
      </span>
    </span>
  )
}
