import type { ReactNode } from 'react'
import { invoiceList } from '#contract/lists.ts'
import { DateFilter } from '#web/components/table/date-filter.tsx'
import { FilterBar } from '#web/components/table/filter-bar.tsx'
import { filterNames } from '#web/components/table/list-filters.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import { filterOf, standingChoices, wordOf } from './invoice.labels.ts'
import type { InvoiceFilter } from './invoice.query-options.ts'

interface InvoiceFiltersProps {
  filter: InvoiceFilter
  viewer: 'customer' | 'admin'
  /** Called with changes; an undefined value removes the filter. */
  onChange: (change: InvoiceFilter) => void
  /** A field to filter by customer, for lists of several customers. */
  customerField?: ReactNode
  onReset: () => void
}

/** Search, status and period above a list of invoices. */
export function InvoiceFilters({ filter, viewer, onChange, customerField, onReset }: InvoiceFiltersProps) {
  const { issueDateFrom, issueDateTo, dueDate } = filter
  const extraSet = [customerField && filter.customer, issueDateFrom, issueDateTo, dueDate].filter(Boolean)
  return (
    <FilterBar
      search={{
        value: filter.search ?? '',
        onValueChange: search => onChange({ search: search || undefined }),
        placeholder: viewer === 'admin' ? invoiceTexts.searchPlaceholder : invoiceTexts.searchPlaceholderCustomer,
      }}
      filters={[
        {
          key: 'standing',
          label: invoiceTexts.columns.standing,
          value: wordOf(filter),
          onValueChange: word => onChange(filterOf(word)),
          choices: standingChoices(viewer),
        },
      ]}
      extra={
        <>
          {customerField}
          <DateFilter
            label={invoiceTexts.issuedFrom}
            value={issueDateFrom}
            max={issueDateTo}
            onChange={date => onChange({ issueDateFrom: date })}
          />
          <DateFilter
            label={invoiceTexts.issuedTo}
            value={issueDateTo}
            min={issueDateFrom}
            onChange={date => onChange({ issueDateTo: date })}
          />
          <DateFilter label={invoiceTexts.dueOn} value={dueDate} onChange={date => onChange({ dueDate: date })} />
        </>
      }
      extraSetCount={extraSet.length}
      onReset={onReset}
    />
  )
}

/** Names of all filters. */
export const invoiceFilterNames = filterNames(invoiceList)
