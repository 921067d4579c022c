import { type RouterHistory, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { ConfirmDialogWindow } from '#web/components/overlay/confirm-dialog-window.tsx'
import { type Enclosure, FormEnclosure } from '#web/lib/form/form-enclosure.ts'
import { commonTexts } from '#web/texts/common.texts.ts'

interface Opened {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/**
 * Guards forms with a draft inside a dialog: Escape, a click outside, the close button, the browser's Back and a link to
 * another page ask before discarding input. Back closes the dialog and leaves the page unchanged, as users expect on a
 * phone. The login page may always be opened: it keeps the input and leads back.
 */
export function useDiscardQuestion({ open, onOpenChange }: Opened) {
  const [asks, setAsks] = useState(false)
  const [unsaved] = useState(() => new Set<() => boolean>())
  const enclosure = useMemo<Enclosure>(() => ({ isOpen: open, unsaved }), [open, unsaved])

  /** The pending navigation to another page. */
  const held = useRef<(isHeld: boolean) => void>(undefined)

  function isUnsaved(): boolean {
    return [...unsaved].some(hasUnsaved => hasUnsaved())
  }
  function changeOpen(next: boolean): void {
    if (!next && isUnsaved()) setAsks(true)
    else onOpenChange(next)
  }
  function changeAsks(next: boolean): void {
    setAsks(next)
    if (next) return
    held.current?.(true)
    held.current = undefined
  }
  function discard(): void {
    const go = held.current
    held.current = undefined
    // The other page replaces this one and its dialog: closing the dialog as well could change the address again.
    if (go) go(false)
    else onOpenChange(false)
  }
  useNavigationGuard(open, {
    onBack: () => {
      // Back from the question keeps the input too.
      if (asks) changeAsks(false)
      else changeOpen(false)
    },
    hold: () => {
      if (!isUnsaved()) return false
      held.current?.(true)
      setAsks(true)
      return new Promise(resolve => {
        held.current = resolve
      })
    },
  })
  return {
    changeOpen,
    enclose: (children: ReactNode) => <FormEnclosure value={enclosure}>{children}</FormEnclosure>,
    question: (
      <ConfirmDialogWindow
        open={asks}
        onOpenChange={changeAsks}
        title={commonTexts.discardQuestion}
        confirmLabel={commonTexts.discard}
        cancelLabel={commonTexts.keepEditing}
        onConfirm={discard}
      >
        {commonTexts.discardExplanation}
      </ConfirmDialogWindow>
    ),
  }
}

/** The open dialogs, topmost last: only that one closes. */
const windows: object[] = []

interface Guard {
  onBack: () => void
  /** True if the navigation to another page stays blocked. */
  hold: () => boolean | Promise<boolean>
}

function useNavigationGuard(open: boolean, guard: Guard): void {
  // Roots outside the application, such as the password prompt, have no router.
  const history: RouterHistory | undefined = useRouter({ warn: false })?.history
  const latest = useRef(guard)
  latest.current = guard
  useEffect(() => {
    if (!open) return
    const self = {}
    windows.push(self)
    const unblock = history?.block({
      blockerFn: async ({ action, currentLocation, nextLocation }) => {
        if (action === 'PUSH' || action === 'REPLACE') {
          const isFree = [currentLocation.pathname, '/accounts/login'].includes(nextLocation.pathname)
          return !isFree && latest.current.hold()
        }
        if (action !== 'BACK' || windows.at(-1) !== self) return false
        // Only after the browser is back at its entry: closing may change the address.
        addEventListener('popstate', () => setTimeout(() => latest.current.onBack()), { once: true })
        return true
      },
      // A reload keeps input (drafts.ts).
      enableBeforeUnload: false,
    })
    return () => {
      windows.splice(windows.indexOf(self), 1)
      unblock?.()
    }
  }, [open, history])
}
