import type { User } from '#contract/users.ts'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { ConfirmDialog } from '#web/components/overlay/confirm-dialog.tsx'
import { hasCode } from '#web/lib/api/api-error.ts'
import { userTexts } from '#web/texts/users.texts.ts'
import { useDeleteUser, useRefreshUsers, useResetSecondFactor, useUpdateUser } from './user.mutations.ts'
import { userName } from './user-names.ts'

/** The action to confirm for a user. */
export type UserDecision = { kind: 'deactivate' | 'delete' | 'resetSecondFactor'; user: User }

interface UserDecisionDialogProps {
  decision: UserDecision | null
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Called with a sentence about the result. */
  onDone: (message: string) => void
}

/** Asks before it takes away a user's access. */
export function UserDecisionDialog({ decision, open, onOpenChange, onDone }: UserDecisionDialogProps) {
  const update = useUpdateUser()
  const remove = useDeleteUser()
  const reset = useResetSecondFactor()
  const refresh = useRefreshUsers()
  if (!decision) return null
  const { kind, user } = decision
  const name = userName(user)

  const carryOut: Record<UserDecision['kind'], () => Promise<string>> = {
    delete: async () => {
      await remove.mutateAsync(user)
      return texts.deleted(name)
    },
    deactivate: async () => {
      await update.mutateAsync({ id: user.id, revision: user.revision, change: { isActive: false } })
      return texts.deactivated(name)
    },
    resetSecondFactor: async () => {
      await reset.mutateAsync(user)
      return texts.reset(name)
    },
  }
  const { question, explanation, confirm } = words[kind]

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={question(name)}
      confirmLabel={confirm}
      onConfirm={async () => onDone(await carryOut[kind]())}
      onFailure={error => {
        showFailure(error)
        if (hasCode(error, 'stale')) void refresh()
        onOpenChange(false)
      }}
    >
      {explanation}
    </ConfirmDialog>
  )
}

const texts = userTexts.actions

const words: Record<
  UserDecision['kind'],
  { question: (name: string) => string; explanation: string; confirm: string }
> = {
  delete: { question: texts.deleteQuestion, explanation: texts.deleteExplanation, confirm: texts.delete },
  deactivate: {
    question: texts.deactivateQuestion,
    explanation: texts.deactivateExplanation,
    confirm: texts.deactivate,
  },
  resetSecondFactor: {
    question: texts.resetQuestion,
    explanation: texts.resetExplanation,
    confirm: texts.resetConfirm,
  },
}
