/** Applies changes by others: refetches the visible data, marks the rows and announces the change. */
import type { QueryClient } from '@tanstack/react-query'
import type { RealtimeEvent } from '#contract/events.ts'
import { markRows, notifyRowChange } from '#web/lib/realtime/row-changes.ts'
import { reloadPublicProfile } from '#web/lib/session/public-profile.ts'
import { realtimeTexts } from '#web/texts/realtime.texts.ts'
import { nounRows } from './affected-queries.ts'
import { findShownRow } from './shown-rows.ts'

/** One command often writes several rows: changes within this time refetch once. */
const gatherMs = 200
/** After a write, this tab has refetched already. */
const ownMs = 3_000

export type ChangeApplier = {
  readonly onChange: (change: RealtimeEvent) => void
  readonly onResync: () => void
  readonly stop: () => void
}

/** `announce` gets one sentence per batch of changes. */
export function createChangeApplier(client: QueryClient, announce: (sentence: string) => void): ChangeApplier {
  let gathered: RealtimeEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastOwnWrite = Number.NEGATIVE_INFINITY
  const stopListening = client.getMutationCache().subscribe(({ mutation }) => {
    if (mutation?.state.status === 'pending' || mutation?.state.status === 'success') lastOwnWrite = performance.now()
  })

  async function apply() {
    // A mutation in progress updates the cache itself; a refetch now could return the previous state.
    if (client.isMutating() > 0) {
      timer = setTimeout(() => void apply(), gatherMs)
      return
    }
    timer = undefined
    const changes = gathered
    gathered = []
    const before = new Map(changes.map(({ id }) => [id, JSON.stringify(findShownRow(client, id))]))
    await refresh(client, changes)
    const others = changes.filter(({ by }) => by !== 'self')
    const shown = [...new Map(others.map(change => [change.id, change])).values()].flatMap(change => {
      const row = findShownRow(client, change.id)
      return row && JSON.stringify(row) !== before.get(change.id) ? [{ change, row }] : []
    })
    if (shown.length === 0) return
    markRows(shown.map(({ change }) => change.id))
    announce(sentenceOf(shown))
  }

  return {
    onChange(change) {
      if (change.by === 'self' && performance.now() - lastOwnWrite < ownMs) return
      notifyRowChange(change)
      gathered.push(change)
      timer ??= setTimeout(() => void apply(), gatherMs)
    },
    onResync() {
      void client.invalidateQueries()
      notifyRowChange(undefined)
    },
    stop() {
      clearTimeout(timer)
      stopListening()
    },
  }
}

/** Inactive queries are refetched when they are shown again. */
async function refresh(client: QueryClient, changes: readonly RealtimeEvent[]): Promise<void> {
  const nouns = new Set(changes.map(({ noun }) => noun))
  if (nouns.has('business_profile')) void reloadPublicProfile()
  const keys = [...nouns].flatMap(noun => nounRows[noun].keys)
  await client.invalidateQueries({
    predicate: ({ queryKey }) => keys.some(key => key.every((part, index) => queryKey[index] === part)),
  })
}

function sentenceOf(shown: readonly { change: RealtimeEvent; row: Readonly<Record<string, unknown>> }[]): string {
  const [first, ...rest] = shown
  const name = first && nounRows[first.change.noun].nameField
  const text = first && name !== undefined ? first.row[name] : undefined
  if (!first || rest.length > 0 || typeof text !== 'string' || text === '') return realtimeTexts.severalUpdated
  return realtimeTexts.updated(first.change.noun, text)
}
