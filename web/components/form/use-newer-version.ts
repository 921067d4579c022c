import { useEffect, useRef, useState } from 'react'
import type { RealtimeAuthor } from '#contract/events.ts'
import { hasCode } from '#web/lib/api/api-error.ts'
import { useRowChanges } from '#web/lib/realtime/row-changes.ts'

interface NewerVersionOptions<Item> {
  /** The item as the form loaded it. */
  item: Item | null
  ids: readonly string[]
  /** True while the form itself saves, which is not a change by others. */
  isSaving: boolean
  getLatest: (item: Item) => Promise<Item>
}

export type NewerVersion<Item> =
  | { readonly item: Item; readonly by: RealtimeAuthor | undefined }
  /** It was deleted. */
  | 'deleted'

/** Detects that another user saved or deleted the form's item since it was opened. Refetches on realtime events. */
export function useNewerVersion<Item extends { revision: number }>({
  item,
  ids,
  isSaving,
  getLatest,
}: NewerVersionOptions<Item>): NewerVersion<Item> | null {
  const [newer, setNewer] = useState<NewerVersion<Item> | null>(null)
  const latestAsk = useRef(0)
  useEffect(
    () => () => {
      // Discards the pending answer.
      latestAsk.current += 1
    },
    [],
  )

  async function fetchLatest(opened: Item, by: RealtimeAuthor | undefined) {
    latestAsk.current += 1
    const ask = latestAsk.current
    try {
      const latest = await getLatest(opened)
      if (ask === latestAsk.current) setNewer({ item: latest, by })
    } catch (error) {
      // Other errors appear on saving.
      if (ask === latestAsk.current && hasCode(error, 'not_found')) setNewer('deleted')
    }
  }
  useRowChanges(ids, by => {
    if (item !== null && !isSaving) void fetchLatest(item, by)
  })
  return newer
}
