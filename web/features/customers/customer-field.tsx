import { CustomerPicker } from './customer-picker.tsx'

/** Narrows a list of several customers to one of them. */
export const customerField = {
  name: 'customer',
  render: (customerId: string | undefined, onChange: (customerId: string | undefined) => void) => (
    <CustomerPicker customerId={customerId} onChange={onChange} />
  ),
} as const
