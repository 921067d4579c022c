import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
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
  // The list of customers closes before the request for the name starts (decision 0037).
  const later = useDeferredValue(customerId)
  const { data: customer } = useQuery({ ...customerQuery(later ?? ''), enabled: later !== undefined })
  const name = later === customerId ? (customer?.displayName ?? '') : ''
  return (
    <SearchSelect
      label={customerTexts.columns.name}
      selected={customerId === undefined ? null : { value: customerId, label: name }}
      loadOptions={searchCustomers}
      onSelect={option => onChange(option?.value)}
      className={filterFieldClass}
    />
  )
}
