import * as z from 'zod/mini'
import { amountEur } from '#contract/fields.ts'
import type { Ticket } from '#contract/tickets.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { MoneyInput } from '#web/components/form/money-input.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useVersionedForm, VersionedForm } from '#web/components/form/versioned-form.tsx'
import { usePrices } from '#web/lib/format/use-prices.ts'
import { ticketTexts } from '#web/texts/tickets.texts.ts'
import { useUpdateTicket } from './ticket.mutations.ts'
import { getLatestTicket } from './ticket.query-options.ts'

const budgetInput = z.strictObject({ budget: amountEur })
type BudgetInput = z.output<typeof budgetInput>

export const budgetDraftName = 'budget'

/** Sets a ticket's budget. */
export function BudgetForm({ ticket, onDone }: { ticket: Ticket; onDone: () => void }) {
  const update = useUpdateTicket()
  const prices = usePrices()
  const state = useVersionedForm<Ticket, BudgetInput, Ticket>({
    item: ticket,
    schema: budgetInput,
    start: noBudget,
    valuesOf: ({ budget }) => (budget === null ? noBudget : { budget }),
    draftName: budgetDraftName,
    update: ({ id }, change, revision) => update.mutateAsync({ id, revision, change }),
    getLatest: ({ id }) => getLatestTicket(id),
    onSaved: saved => {
      showSuccess(texts.saved(prices.named(saved.budget ?? 0, saved.budgetBasis)))
      onDone()
    },
  })
  return (
    <VersionedForm
      state={state}
      requiredMarks="none"
      shownFields={shownFieldsOf(amount => prices.named(amount, ticket.budgetBasis))}
    >
      <MoneyInput
        control={state.form.control}
        name="budget"
        label={prices.label(texts.amount, ticket.budgetBasis)}
        required
      />
      <SubmitButton fullOnPhone className="justify-self-end">
        {texts.save}
      </SubmitButton>
    </VersionedForm>
  )
}

const texts = ticketTexts.budget

/** An empty field of money. */
const noBudget: BudgetInput = { budget: Number.NaN }

function shownFieldsOf(named: (amount: number) => string) {
  const show = ({ budget }: BudgetInput) => (Number.isNaN(budget) ? texts.none : named(budget))
  return [{ label: texts.title, show }]
}
