import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { amountEur } from '#contract/fields.ts'
import type { Ticket } from '#contract/tickets.ts'
import { ConflictDialog, differencesBetween } from '#web/components/conflict-dialog.tsx'
import { showFailure } from '#web/components/failure-toast.ts'
import { Form } from '#web/components/form.tsx'
import { MoneyInput } from '#web/components/money-input.tsx'
import { SubmitButton } from '#web/components/submit-button.tsx'
import { showToast } from '#web/components/toast.ts'
import { applyProblem } from '#web/lib/apply-problem.ts'
import { useDraft } from '#web/lib/drafts.ts'
import { formatEur } from '#web/lib/format.ts'
import { useRevisedSave } from '#web/lib/use-revised-save.ts'
import { commonTexts } from '#web/texts/common.ts'
import { ticketTexts } from '#web/texts/tickets.ts'
import { useUpdateTicket } from './commands.ts'
import { getLatestTicket } from './queries.ts'

const budgetInput = z.strictObject({ budget: amountEur })
type BudgetInput = z.output<typeof budgetInput>

export const budgetDraftName = 'budget'

/** What a ticket may cost at most. */
export function BudgetForm({ ticket, onDone }: { ticket: Ticket; onDone: () => void }) {
  const form = useForm<BudgetInput>({
    resolver: standardSchemaResolver(budgetInput),
    defaultValues: { budget: ticket.budget ?? Number.NaN },
  })
  const draft = useDraft(form, budgetDraftName)
  const update = useUpdateTicket()
  const saving = useRevisedSave<Ticket, BudgetInput, Ticket>({
    item: ticket,
    getLatest: () => getLatestTicket(ticket.id),
    save: (change, revision) => update.mutateAsync({ id: ticket.id, revision, change }),
  })

  function finish(saved: Ticket | undefined) {
    if (!saved) return
    draft.clear()
    showToast({ kind: 'success', title: commonTexts.succeeded, message: texts.saved(saved.budget ?? 0) })
    onDone()
  }
  function showRefusal(error: unknown) {
    saving.postpone()
    if (!applyProblem(form, error)) showFailure(error)
  }
  function loadLatest() {
    const latest = saving.takeLatest()
    if (latest) form.reset({ budget: latest.budget ?? Number.NaN })
  }

  return (
    <>
      <Form
        form={form}
        requiredMarks="none"
        onSubmit={async values => finish(await saving.submit(values))}
        onFailure={showRefusal}
      >
        <MoneyInput control={form.control} name="budget" label={texts.amount} required />
        <SubmitButton fullOnPhone className="justify-self-end">
          {texts.save}
        </SubmitButton>
      </Form>
      <ConflictDialog
        open={saving.conflict !== null}
        differences={
          saving.conflict
            ? differencesBetween<Pick<Ticket, 'budget'>>(saving.conflict.latest, saving.conflict.values, [
                { label: texts.title, show: ({ budget }) => (budget === null ? texts.none : formatEur(budget)) },
              ])
            : []
        }
        onLoadLatest={loadLatest}
        onOverwrite={async () => {
          try {
            finish(await saving.overwrite())
          } catch (error) {
            showRefusal(error)
          }
        }}
        onPostpone={saving.postpone}
      />
    </>
  )
}

const texts = ticketTexts.budget
