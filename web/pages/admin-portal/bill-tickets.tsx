import type { Ticket } from '#contract/tickets.ts'
import type { ButtonProps } from '#web/components/button.tsx'
import { BillButton } from '#web/features/invoices/bill-button.tsx'
import { useToDrafts } from '#web/pages/admin-portal/use-to-drafts.ts'

/** Bills the finished work of some tickets. */
export function BillTickets({ tickets, size = 'small' }: { tickets: readonly Ticket[]; size?: ButtonProps['size'] }) {
  const toDrafts = useToDrafts()
  const customers = new Map(tickets.map(({ customer }) => [customer.id, customer.name]))
  return (
    <BillButton
      size={size}
      work={{ ticketIds: tickets.map(({ id }) => id) }}
      customers={[...customers.values()]}
      onBilled={toDrafts}
    />
  )
}
