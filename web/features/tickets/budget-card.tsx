import { useState } from 'react'
import { type CeilingState, ceilingState, usedCents } from '#contract/prices.ts'
import type { Ticket } from '#contract/tickets.ts'
import { Button } from '#web/components/action/button.tsx'
import { Card } from '#web/components/display/card.tsx'
import { Meter } from '#web/components/display/meter.tsx'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { ConfirmDialog } from '#web/components/overlay/confirm-dialog.tsx'
import { Dialog } from '#web/components/overlay/dialog.tsx'
import { hasCode } from '#web/lib/api/api-error.ts'
import { hasDraft } from '#web/lib/form/draft-storage.ts'
import { usePrices } from '#web/lib/format/use-prices.ts'
import { ticketTexts } from '#web/texts/tickets.texts.ts'
import { BudgetForm, budgetDraftName } from './budget-form.tsx'
import { useRefreshTickets, useUpdateTicket } from './ticket.mutations.ts'

interface BudgetCardProps {
  ticket: Ticket
  viewer: 'customer' | 'admin'
}

/** The budget of a ticket: how much of it is used, and buttons to set, change or remove it. */
export function BudgetCard({ ticket, viewer }: BudgetCardProps) {
  const [isFormOpen, setFormOpen] = useState(() => hasDraft(budgetDraftName))
  const [asksToRemove, setAsksToRemove] = useState(false)
  const update = useUpdateTicket()
  const refresh = useRefreshTickets()
  const prices = usePrices()
  const { budget, budgetBasis } = ticket
  const totalCents = usedCents(Math.round(ticket.total * 100), budgetBasis, prices.prices)
  const total = totalCents / 100
  const canChange = ticket.permissions.includes('updateBudget')

  async function remove() {
    await update.mutateAsync({ id: ticket.id, revision: ticket.revision, change: { budget: null } })
    showSuccess(texts.removed)
  }

  return (
    <Card title={texts.title}>
      <div className="grid gap-4">
        {budget === null ? (
          <p className="text-label text-muted">
            {canChange ? (viewer === 'customer' ? texts.explanation : texts.explanationAdmin) : texts.none}
          </p>
        ) : (
          <Meter
            label={texts.meter}
            value={total}
            max={budget}
            text={texts.used(prices.forReaderFirst(total, budgetBasis), prices.forReader(budget, budgetBasis))}
            note={noteOf(
              ceilingState(totalCents, Math.round(budget * 100)),
              prices.distanceForReader(total, budget, budgetBasis),
            )}
          />
        )}
        {canChange ? (
          <div className="flex flex-wrap gap-2">
            <Button size="small" onClick={() => setFormOpen(true)}>
              {budget === null ? texts.set : texts.change}
            </Button>
            {budget === null ? null : (
              <Button size="small" variant="quiet" onClick={() => setAsksToRemove(true)}>
                {texts.remove}
              </Button>
            )}
          </div>
        ) : null}
      </div>
      <Dialog
        open={isFormOpen}
        onOpenChange={setFormOpen}
        title={texts.title}
        description={viewer === 'customer' ? texts.explanation : undefined}
        size="small"
      >
        <BudgetForm ticket={ticket} onDone={() => setFormOpen(false)} />
      </Dialog>
      <ConfirmDialog
        open={asksToRemove}
        onOpenChange={setAsksToRemove}
        title={texts.removeQuestion}
        confirmLabel={texts.remove}
        onConfirm={remove}
        onFailure={error => {
          showFailure(error)
          if (hasCode(error, 'stale')) void refresh()
          setAsksToRemove(false)
        }}
      >
        {texts.removeExplanation}
      </ConfirmDialog>
    </Card>
  )
}

const texts = ticketTexts.budget

function noteOf(state: CeilingState, distance: string): string {
  return state === 'reached' ? texts.reached : texts[state](distance)
}
