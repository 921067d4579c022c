import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { businessProfileTexts } from '#web/texts/business-profile.ts'

/** Asks before unsaved input is left behind. The way to the login page is free: it keeps the input and leads back. */
export function LeaveGuard({ isActive }: { isActive: boolean }) {
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
      title={businessProfileTexts.leaveQuestion}
      confirmLabel={businessProfileTexts.leave}
      cancelLabel={businessProfileTexts.stay}
      onConfirm={() => blocker.proceed?.()}
    >
      {businessProfileTexts.leaveExplanation}
    </ConfirmDialog>
  )
}

/** A jump within the page leaves nothing behind. */
function isSamePlace(current: Place, next: Place): boolean {
  return current.pathname === next.pathname && JSON.stringify(current.search) === JSON.stringify(next.search)
}

type Place = { pathname: string; search: unknown }
