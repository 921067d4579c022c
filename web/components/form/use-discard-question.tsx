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
 * Guards forms with a draft inside a dialog: Escape, a click outside, the close button and the browser's Back ask before
 * discarding input. Back closes the dialog and leaves the page unchanged, as users expect on a phone.
 */
export function useDiscardQuestion({ open, onOpenChange }: Opened) {
  const [asks, setAsks] = useState(false)
  const [unsaved] = useState(() => new Set<() => boolean>())
  const enclosure = useMemo<Enclosure>(() => ({ isOpen: open, unsaved }), [open, unsaved])

  function changeOpen(next: boolean): void {
    if (!next && [...unsaved].some(hasUnsaved => hasUnsaved())) setAsks(true)
    else onOpenChange(next)
  }
  useClosedByBack(open, () => {
    // Back from the question keeps the input too.
    if (asks) setAsks(false)
    else changeOpen(false)
  })
  return {
    changeOpen,
    enclose: (children: ReactNode) => <FormEnclosure value={enclosure}>{children}</FormEnclosure>,
    question: (
      <ConfirmDialogWindow
        open={asks}
        onOpenChange={setAsks}
        title={commonTexts.discardQuestion}
        confirmLabel={commonTexts.discard}
        cancelLabel={commonTexts.keepEditing}
        onConfirm={() => onOpenChange(false)}
      >
        {commonTexts.discardExplanation}
      </ConfirmDialogWindow>
    ),
  }
}

/** The open dialogs, topmost last: only that one closes. */
const windows: object[] = []

function useClosedByBack(open: boolean, close: () => void): void {
  // Roots outside the application, such as the password prompt, have no router.
  const history: RouterHistory | undefined = useRouter({ warn: false })?.history
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    if (!open) return
    const self = {}
    windows.push(self)
    const unblock = history?.block({
      blockerFn: async ({ action }) => {
        if (action !== 'BACK' || windows.at(-1) !== self) return false
        // Only after the browser is back at its entry: closing may change the address.
        addEventListener('popstate', () => setTimeout(() => latest.current()), { once: true })
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
