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
 * What a window over the page does about forms inside that keep a draft: Escape, a press outside, the close button and
 * the way back of the browser ask before they throw away what was typed. Going back closes the window and leaves the page
 * as it is, as people expect on a phone.
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
    // Back from the question, too, keeps what was typed.
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

/** The open windows, the uppermost last: only that one is closed. */
const windows: object[] = []

function useClosedByBack(open: boolean, close: () => void): void {
  // What stands beside the application, as the question for the password, has no router.
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
        // Only when the browser is where it was again: closing may change the address.
        addEventListener('popstate', () => setTimeout(() => latest.current()), { once: true })
        return true
      },
      // A reload keeps what was typed (drafts.ts).
      enableBeforeUnload: false,
    })
    return () => {
      windows.splice(windows.indexOf(self), 1)
      unblock?.()
    }
  }, [open, history])
}
