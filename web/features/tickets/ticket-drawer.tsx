import { lazy } from 'react'
import type { TicketWithEntries } from '#contract/tickets.ts'
import { Drawer } from '#web/components/overlay/drawer.tsx'
import { ticketTexts } from '#web/texts/tickets.texts.ts'
import type { TicketFormProps } from './ticket-form.tsx'

interface TicketDrawerProps extends Pick<TicketFormProps, 'ticket' | 'customer' | 'searchCustomers'> {
  open: boolean
  onOpenChange: (open: boolean) => void
  onSaved: (saved: TicketWithEntries) => void
}

/** The form of a ticket in a drawer; loaded when it first opens. */
export function TicketDrawer({ open, onOpenChange, onSaved, ...rest }: TicketDrawerProps) {
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      title={rest.ticket ? ticketTexts.form.editTitle : ticketTexts.form.createTitle}
    >
      <TicketForm {...rest} onDone={onSaved} />
    </Drawer>
  )
}

// The drawer opens when its content has loaded.
const TicketForm = lazy(async () => ({ default: (await import('./ticket-form.tsx')).TicketForm }))
