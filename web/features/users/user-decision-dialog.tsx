import type { User } from '#contract/users.ts'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { showFailure } from '#web/components/failure-toast.ts'
import { hasCode } from '#web/lib/api-error.ts'
import { userTexts } from '#web/texts/users.ts'
import { useDeleteUser, useRefreshUsers, useUpdateUser } from './commands.ts'
import { userName } from './user-names.ts'

/** What is about to happen to a user. */
export type UserDecision = { kind: 'deactivate' | 'delete'; user: User }

interface UserDecisionDialogProps {
  decision: UserDecision | null
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Gets the sentence that says what was done. */
  onDone: (message: string) => void
}

/** Asks before somebody loses access. */
export function UserDecisionDialog({ decision, open, onOpenChange, onDone }: UserDecisionDialogProps) {
  const update = useUpdateUser()
  const remove = useDeleteUser()
  const refresh = useRefreshUsers()
  if (!decision) return null
  const { kind, user } = decision
  const name = userName(user)

  async function carryOut() {
    if (kind === 'delete') {
      await remove.mutateAsync(user)
      onDone(texts.deleted(name))
    } else {
      await update.mutateAsync({ id: user.id, revision: user.revision, change: { isActive: false } })
      onDone(texts.deactivated(name))
    }
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={kind === 'delete' ? texts.deleteQuestion(name) : texts.deactivateQuestion(name)}
      confirmLabel={kind === 'delete' ? texts.delete : texts.deactivate}
      onConfirm={carryOut}
      onFailure={error => {
        showFailure(error)
        if (hasCode(error, 'stale')) void refresh()
        onOpenChange(false)
      }}
    >
      {kind === 'delete' ? texts.deleteExplanation : texts.deactivateExplanation}
    </ConfirmDialog>
  )
}

const texts = userTexts.actions
