import { useId, useState } from 'react'
import type { Progress } from '#contract/progress.ts'
import type { Ticket } from '#contract/tickets.ts'
import { Button } from '#web/components/action/button.tsx'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { Checkbox } from '#web/components/form/checkbox.tsx'
import { Field } from '#web/components/form/field.tsx'
import { NativeSelect } from '#web/components/form/native-select.tsx'
import { ConfirmDialog } from '#web/components/overlay/confirm-dialog.tsx'
import { Dialog } from '#web/components/overlay/dialog.tsx'
import { useIdempotencyKey } from '#web/lib/api/idempotency-key.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { ticketTexts } from '#web/texts/tickets.texts.ts'
import { type BulkResult, BulkResultDialog, namedResult } from './bulk-result-dialog.tsx'
import { progressChoices } from './ticket.labels.ts'
import { type BulkChange, useChangeTickets } from './ticket.mutations.ts'
import { TicketsToDelete } from './tickets-to-delete.tsx'

interface BulkActionsProps {
  tickets: readonly Ticket[]
  /** Called with the tickets that could not be changed; they stay selected. */
  onDone: (unchanged: readonly string[]) => void
}

/** Actions on all selected tickets. Each ticket succeeds or fails on its own, as the result shows. */
export function BulkActions({ tickets, onDone }: BulkActionsProps) {
  const [isSetting, setSetting] = useState(false)
  const [asksToDelete, setAsksToDelete] = useState(false)
  const [result, setResult] = useState<BulkResult | null>(null)
  const change = useChangeTickets()
  const idempotency = useIdempotencyKey()

  function showRefusal(error: unknown) {
    idempotency.renewAfterRefusal(error)
    showFailure(error)
  }
  async function apply(wanted: BulkChange['change']) {
    const { results } = await change.mutateAsync({
      body: { ids: tickets.map(({ id }) => id), change: wanted },
      idempotencyKey: idempotency.key,
    })
    idempotency.renew()
    const failed = results.filter(({ isDone }) => !isDone)
    if (failed.length > 0) setResult(namedResult(results, tickets))
    else showSuccess(doneText(wanted, results.length))
    onDone(failed.map(({ id }) => id))
  }

  return (
    <>
      <Button size="small" onClick={() => setSetting(true)}>
        {texts.setProgress}
      </Button>
      <Button size="small" variant="danger" onClick={() => setAsksToDelete(true)}>
        {texts.delete}
      </Button>
      <SetProgressDialog
        count={tickets.length}
        open={isSetting}
        onOpenChange={setSetting}
        apply={apply}
        onFailure={showRefusal}
      />
      <ConfirmDialog
        open={asksToDelete}
        onOpenChange={setAsksToDelete}
        title={texts.deleteQuestion(tickets.length)}
        confirmLabel={commonTexts.delete}
        onConfirm={() => apply({ action: 'delete' })}
        onFailure={showRefusal}
      >
        <TicketsToDelete tickets={tickets} />
      </ConfirmDialog>
      <BulkResultDialog result={result} onClose={() => setResult(null)} />
    </>
  )
}

const texts = ticketTexts.bulk

function doneText(wanted: BulkChange['change'], count: number): string {
  return wanted.action === 'delete' ? texts.allDeleted(count) : texts.allDone(count)
}

interface SetProgressDialogProps {
  count: number
  open: boolean
  onOpenChange: (open: boolean) => void
  apply: (change: BulkChange['change']) => Promise<void>
  onFailure: (error: unknown) => void
}

function SetProgressDialog({ count, open, onOpenChange, apply, onFailure }: SetProgressDialogProps) {
  const [progress, setProgress] = useState<Progress>('inProgress')
  const [finishAnyway, setFinishAnyway] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const formId = useId()

  async function submit() {
    setBusy(true)
    try {
      await apply({ action: 'setProgress', progress, ...(progress === 'finished' ? { finishAnyway } : {}) })
      onOpenChange(false)
    } catch (error) {
      onFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={next => (isBusy ? undefined : onOpenChange(next))}
      title={texts.setQuestion(count)}
      size="small"
      footer={
        <>
          <Button fullOnPhone onClick={() => onOpenChange(false)} disabled={isBusy}>
            {commonTexts.cancel}
          </Button>
          <Button type="submit" form={formId} variant="primary" fullOnPhone busy={isBusy}>
            {texts.apply}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="grid gap-4"
        onSubmit={event => {
          event.preventDefault()
          if (!isBusy) void submit()
        }}
      >
        <Field label={texts.progress}>
          {control => (
            <NativeSelect
              {...control}
              value={progress}
              choices={progressChoices}
              onValueChange={value => setProgress(value as Progress)} // Our own options contain no other values.
            />
          )}
        </Field>
        {progress === 'finished' ? (
          <Checkbox label={texts.finishAnyway} checked={finishAnyway} onCheckedChange={setFinishAnyway} />
        ) : null}
      </form>
    </Dialog>
  )
}
