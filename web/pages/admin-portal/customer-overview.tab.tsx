import type { Customer } from '#contract/customers.ts'
import { paths } from '#web/app/paths.ts'
import { CustomerFacts } from '#web/features/customers/customer-facts.tsx'
import { ConsentsCard } from '#web/features/newsletters/consents-card.tsx'
import { CustomerSums } from '#web/features/statistics/customer-sums.tsx'

/** A customer at a glance: revenue, details and newsletter consents. */
export function CustomerOverview({ customer }: { customer: Customer }) {
  return (
    <div className="grid grid-cols-1 gap-8">
      <CustomerSums
        customerId={customer.id}
        links={{
          hours: { to: paths.adminTickets, search: { customer: customer.id, ordering: '-hoursCount' } },
          open: { to: paths.adminTickets, search: { customer: customer.id, billing: 'open' } },
          unpaid: { to: paths.adminInvoices, search: { customer: customer.id, paid: 'unpaid' } },
          paid: { to: paths.adminInvoices, search: { customer: customer.id, paid: 'paid' } },
        }}
      />
      <CustomerFacts customer={customer} />
      <ConsentsCard customerId={customer.id} />
    </div>
  )
}
