import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Ticket } from '#contract/tickets.ts'
import type { ButtonProps } from '#web/components/action/button.tsx'
import { BillButton } from '#web/features/invoices/bill-button.tsx'
import { billableWorkQuery } from '#web/features/invoices/invoice.query-options.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import { useShowDrafts } from './use-show-drafts.ts'

/** Bills the finished work of some tickets. A small button is one of several in a bar. */
export function BillTickets({ tickets, size = 'small' }: { tickets: readonly Ticket[]; size?: ButtonProps['size'] }) {
  const showDrafts = useShowDrafts()
  const customers = new Map(tickets.map(({ customer }) => [customer.id, customer.name]))
  return (
    <BillButton
      size={size}
      work={{ ticketIds: tickets.map(({ id }) => id) }}
      customers={[...customers.values()]}
      onBilled={showDrafts}
      optionsOnPhone={size !== 'small'}
    />
  )
}

/** Like `BillTickets`, for selected tickets: shows a sentence if none of them has finished work without an invoice. */
export function BillChosenTickets({ tickets }: { tickets: readonly Ticket[] }) {
  const ids = tickets.map(({ id }) => id).join(',')
  const { data } = useQuery({
    ...billableWorkQuery({ tickets: ids, page_size: 1 }),
    enabled: ids !== '',
    placeholderData: keepPreviousData,
  })
  if (data?.count === 0) return <p className="text-label text-muted">{invoiceTexts.billing.nothingChosen}</p>
  return <BillTickets tickets={tickets} />
}
