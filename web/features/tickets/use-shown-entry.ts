import { useEffect, useRef } from 'react'
import type { TicketEntry } from '#contract/ticket-entries.ts'
import { entryElementId } from './ticket-entry-list.tsx'

/** Brings an entry that was just added into view as soon as it stands in the list, which may end far below. */
export function useShownEntry(id: string | undefined, entries: readonly TicketEntry[], onShown: () => void): void {
  const latest = useRef(onShown)
  latest.current = onShown
  useEffect(() => {
    if (id === undefined || !entries.some(entry => entry.id === id)) return
    afterFocus(() => {
      document.getElementById(entryElementId(id))?.scrollIntoView({ block: 'center' })
      latest.current()
    })
  }, [id, entries])
}

const framesMax = 60

/** The drawer that is gone gives the focus back first, which scrolls to its button. */
function afterFocus(run: () => void, frames = 0): void {
  requestAnimationFrame(() => {
    const focused = document.activeElement
    const isBack = focused !== null && focused !== document.body && focused.closest('[role=dialog]') === null
    if (isBack || frames >= framesMax) run()
    else afterFocus(run, frames + 1)
  })
}
