import type { ReactNode } from 'react'
import { FilterBar } from '#web/components/table/filter-bar.tsx'
import { serviceTexts } from '#web/texts/services.texts.ts'
import { isServiceState, isServiceType, kindChoices, stateChoices } from './service.labels.ts'
import type { ServiceFilter } from './service.query-options.ts'

interface ServiceFiltersProps {
  filter: ServiceFilter
  /** Gets what changed; an undefined value takes the filter away. */
  onChange: (change: ServiceFilter) => void
  /** A field to choose the customer with, where services of several are listed. */
  customerField?: ReactNode
  onReset: () => void
}

/** Search, kind and state above a list of services. */
export function ServiceFilters({ filter, onChange, customerField, onReset }: ServiceFiltersProps) {
  return (
    <FilterBar
      search={{
        value: filter.search ?? '',
        onValueChange: search => onChange({ search: search || undefined }),
        placeholder: customerField ? serviceTexts.searchPlaceholder : serviceTexts.searchPlaceholderOwn,
      }}
      filters={[
        {
          key: 'type',
          label: serviceTexts.columns.kind,
          value: filter.type ?? '',
          onValueChange: value => onChange({ type: isServiceType(value) ? value : undefined }),
          choices: kindChoices,
        },
        {
          key: 'state',
          label: serviceTexts.columns.state,
          value: filter.state ?? '',
          onValueChange: value => onChange({ state: isServiceState(value) ? value : undefined }),
          choices: stateChoices,
        },
        {
          key: 'certificate',
          label: serviceTexts.certificateFilter,
          value: filter.certificate ?? '',
          onValueChange: value => onChange({ certificate: value === 'expiring' ? value : undefined }),
          choices: [{ value: 'expiring', label: serviceTexts.certificateExpiring }],
        },
      ]}
      extra={customerField}
      extraSetCount={customerField && filter.customer ? 1 : 0}
      onReset={onReset}
    />
  )
}

/** What narrows the list. */
export const serviceFilterNames = ['search', 'type', 'state', 'customer', 'collection', 'certificate'] as const
