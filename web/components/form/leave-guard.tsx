import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '#web/components/overlay/confirm-dialog.tsx'
import { commonTexts } from '#web/texts/common.texts.ts'

export interface LeaveGuardProps {
  isActive: boolean
  /** States the loss: `Ihre Änderungen am Geschäftsprofil gehen dabei verloren.` */
  explanation: string
}

/** Asks before a navigation discards unsaved input. The login page is exempt: input is kept, and it leads back. */
export function LeaveGuard({ isActive, explanation }: LeaveGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isActive && next.fullPath !== '/accounts/login' && !isSamePlace(current, next),
    enableBeforeUnload: () => isActive,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onOpenChange={open => {
        if (!open) blocker.reset?.()
      }}
      title={commonTexts.leave.question}
      confirmLabel={commonTexts.leave.leave}
      cancelLabel={commonTexts.leave.stay}
      onConfirm={() => blocker.proceed?.()}
    >
      {explanation}
    </ConfirmDialog>
  )
}

/** A jump within the page loses nothing. */
function isSamePlace(current: Place, next: Place): boolean {
  return current.pathname === next.pathname && JSON.stringify(current.search) === JSON.stringify(next.search)
}

type Place = { pathname: string; search: unknown }
