import { CustomerPicker } from './customer-picker.tsx'

/** A filter field for lists of all customers. */
export const customerField = {
  name: 'customer',
  render: (customerId: string | undefined, onChange: (customerId: string | undefined) => void) => (
    <CustomerPicker customerId={customerId} onChange={onChange} />
  ),
} as const
