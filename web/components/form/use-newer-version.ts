import { useEffect, useRef, useState } from 'react'
import type { RealtimeAuthor } from '#contract/events.ts'
import { hasCode } from '#web/lib/api/api-error.ts'
import { useRowChanges } from '#web/lib/realtime/row-changes.ts'

interface NewerVersionOptions<Item> {
  /** What the form was opened on. */
  item: Item | null
  ids: readonly string[]
  /** What the form itself is just saving is no news. */
  isSaving: boolean
  getLatest: (item: Item) => Promise<Item>
}

export type NewerVersion<Item> =
  | { readonly item: Item; readonly by: RealtimeAuthor | undefined }
  /** It is gone. */
  | 'deleted'

/** What others have saved over the form's item since it was opened; asked for when the live updates say so. */
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
      // Nobody waits for the answer any more.
      latestAsk.current += 1
    },
    [],
  )

  async function look(opened: Item, by: RealtimeAuthor | undefined) {
    latestAsk.current += 1
    const ask = latestAsk.current
    try {
      const latest = await getLatest(opened)
      if (ask === latestAsk.current) setNewer({ item: latest, by })
    } catch (error) {
      // What cannot be asked for now shows with saving.
      if (ask === latestAsk.current && hasCode(error, 'not_found')) setNewer('deleted')
    }
  }
  useRowChanges(ids, by => {
    if (item !== null && !isSaving) void look(item, by)
  })
  return newer
}
