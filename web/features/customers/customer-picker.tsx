import { useQuery } from '@tanstack/react-query'
import { SearchSelect } from '#web/components/form/search-select.tsx'
import { filterFieldClass } from '#web/components/table/filter-field-class.ts'
import { customerTexts } from '#web/texts/customers.texts.ts'
import { customerQuery, searchCustomers } from './customer.query-options.ts'

interface CustomerPickerProps {
  customerId: string | undefined
  onChange: (customerId: string | undefined) => void
}

/** Filters a list by customer. */
export function CustomerPicker({ customerId, onChange }: CustomerPickerProps) {
  const { data: customer } = useQuery({ ...customerQuery(customerId ?? ''), enabled: customerId !== undefined })
  return (
    <SearchSelect
      label={customerTexts.columns.name}
      selected={customerId === undefined ? null : { value: customerId, label: customer?.displayName ?? '' }}
      loadOptions={searchCustomers}
      onSelect={option => onChange(option?.value)}
      className={filterFieldClass}
    />
  )
}
