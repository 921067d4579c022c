import type { Customer } from '#contract/customers.ts'
import { CustomerFacts } from '#web/features/customers/customer-facts.tsx'
import { CustomerSums } from '#web/features/statistics/customer-sums.tsx'

/** A customer at a glance: what they have brought in, who they are, what is open with them. */
export function CustomerOverview({ customer }: { customer: Customer }) {
  return (
    <div className="grid grid-cols-1 gap-8">
      <CustomerSums customerId={customer.id} />
      <CustomerFacts customer={customer} />
    </div>
  )
}
