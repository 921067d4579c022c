import { useState } from 'react'
import { hasCode } from '#web/lib/api/api-error.ts'

type Revised = { readonly revision: number }

export type Conflict<Item, Values> = {
  /** Somebody only wants to see both; nothing was to be saved yet. */
  isLook?: true
  /** What is stored now. */
  latest: Item
  /** What was to be saved. */
  values: Values
}

type SaveOptions<Item extends Revised, Values, Saved> = {
  /** What the form was opened on: only this revision is overwritten without a question. Null where nothing is stored. */
  item: Item | null
  /** What the form shows of it. */
  valuesOf: (item: Item) => Values
  update: (item: Item, values: Values, revision: number) => Promise<Saved>
  getLatest: (item: Item) => Promise<Item>
}

/**
 * Saves with the revision the form was opened on. When somebody else was faster (412) and changed what the form shows,
 * nothing is written: `conflict` holds both versions until the user takes one. Any other failure is thrown.
 */
export function useVersionedSave<Item extends Revised, Values, Saved>({
  item,
  valuesOf,
  update,
  getLatest,
}: SaveOptions<Item, Values, Saved>) {
  const [base, setBase] = useState(item)
  const [conflict, setConflict] = useState<Conflict<Item, Values> | null>(null)

  /** Undefined when a conflict has to be settled first. */
  async function saveOn(values: Values, opened: Item | null): Promise<Saved | undefined> {
    if (!item || !opened) return undefined
    try {
      const saved = await update(item, values, opened.revision)
      setConflict(null)
      return saved
    } catch (error) {
      if (!hasCode(error, 'stale')) throw error
      const latest = await getLatest(item)
      // Whoever was faster changed something else: there is nothing to choose between.
      if (latest.revision !== opened.revision && !isChanged(opened, latest)) return saveOn(values, latest)
      setConflict({ latest, values })
      return undefined
    }
  }
  function isChanged(before: Item, after: Item): boolean {
    return JSON.stringify(valuesOf(before)) !== JSON.stringify(valuesOf(after))
  }

  return {
    conflict,
    /** Whether somebody has saved over what the form was opened on, and it shows. */
    isOverwrittenBy: (latest: Item) => base !== null && latest.revision > base.revision && isChanged(base, latest),
    /** Shows both versions before anything is saved. */
    compare: (latest: Item, values: Values) => setConflict({ latest, values, isLook: true }),
    submit: (values: Values) => saveOn(values, base),
    /** Writes the own input over what is stored now. */
    overwrite: async () => (conflict ? saveOn(conflict.values, conflict.latest) : undefined),
    /** Goes on from what is stored now; the form takes it over from the returned item. */
    takeLatest: () => {
      if (conflict) setBase(conflict.latest)
      setConflict(null)
      return conflict?.latest
    },
    /** A form that stays open after saving goes on from what it saved. */
    continueFrom: (saved: Item) => setBase(saved),
    /** Back to the form, nothing decided. */
    postpone: () => setConflict(null),
  }
}
