/** Rows just changed by others: lists mark them, and forms are notified. */
import { useEffect, useSyncExternalStore } from 'react'
import type { RealtimeAuthor } from '#contract/events.ts'

/** How long a row stays marked. */
const markedMs = 4_000

export type RowChange = { readonly id: string; readonly by: RealtimeAuthor }

const marked = new Map<string, ReturnType<typeof setTimeout>>()
const markListeners = new Set<() => void>()
const changeListeners = new Set<(change: RowChange | undefined) => void>()

/** Notifies forms that a row was written; undefined if any row may have been. */
export function notifyRowChange(change: RowChange | undefined): void {
  for (const listener of changeListeners) listener(change)
}

/** Briefly marks rows once their new state is shown. */
export function markRows(ids: readonly string[]): void {
  for (const id of ids) {
    clearTimeout(marked.get(id))
    marked.set(
      id,
      setTimeout(() => {
        marked.delete(id)
        for (const listener of markListeners) listener()
      }, markedMs),
    )
  }
  for (const listener of markListeners) listener()
}

/** Whether another user has just changed a row. */
export function useIsMarked(id: string): boolean {
  return useSyncExternalStore(subscribeToMarks, () => marked.has(id))
}

/** Calls back when one of the rows is written by anybody; `by` is undefined if that is only possible. */
export function useRowChanges(ids: readonly string[], onChange: (by: RealtimeAuthor | undefined) => void): void {
  useEffect(() => {
    const listener = (change: RowChange | undefined) => {
      if (change === undefined || ids.includes(change.id)) onChange(change?.by)
    }
    changeListeners.add(listener)
    return () => void changeListeners.delete(listener)
  })
}

function subscribeToMarks(listener: () => void): () => void {
  markListeners.add(listener)
  return () => markListeners.delete(listener)
}
