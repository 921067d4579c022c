import { useState } from 'react'
import { hasCode } from '#web/lib/api/api-error.ts'

type Revised = { readonly revision: number }

export type Conflict<Item, Values> = {
  /** The user only compares the versions; nothing was to be saved. */
  isComparison?: true
  /** The stored version. */
  latest: Item
  /** The values to save. */
  values: Values
}

type SaveOptions<Item extends Revised, Values, Saved> = {
  /** The version the form was opened with: only this revision is overwritten without asking. Null if nothing is stored. */
  item: Item | null
  /** The values the form shows. */
  valuesOf: (item: Item) => Values
  update: (item: Item, values: Values, revision: number) => Promise<Saved>
  getLatest: (item: Item) => Promise<Item>
}

/**
 * Saves with the revision the form was opened with. If another user was faster (412) and changed values that the form
 * shows, nothing is written: `conflict` contains both versions until the user chooses one. Throws any other error.
 */
export function useVersionedSave<Item extends Revised, Values, Saved>({
  item,
  valuesOf,
  update,
  getLatest,
}: SaveOptions<Item, Values, Saved>) {
  const [base, setBase] = useState(item)
  const [conflict, setConflict] = useState<Conflict<Item, Values> | null>(null)

  /** Undefined if a conflict has to be resolved first. */
  async function saveOn(values: Values, opened: Item | null): Promise<Saved | undefined> {
    if (!item || !opened) return undefined
    try {
      const saved = await update(item, values, opened.revision)
      setConflict(null)
      return saved
    } catch (error) {
      if (!hasCode(error, 'stale')) throw error
      const latest = await getLatest(item)
      // The other change does not affect this form: there is nothing to choose.
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
    /** True if another user has changed values that the form shows. */
    isOverwrittenBy: (latest: Item) => base !== null && latest.revision > base.revision && isChanged(base, latest),
    /** Shows both versions before saving. */
    compare: (latest: Item, values: Values) => setConflict({ latest, values, isComparison: true }),
    submit: (values: Values) => saveOn(values, base),
    /** Overwrites the stored version with the user's input. */
    overwrite: async () => (conflict ? saveOn(conflict.values, conflict.latest) : undefined),
    /** Continues with the stored version, which is returned for the form to show. */
    takeLatest: () => {
      if (conflict) setBase(conflict.latest)
      setConflict(null)
      return conflict?.latest
    },
    /** A form that stays open after saving continues with the saved version. */
    continueFrom: (saved: Item) => setBase(saved),
    /** Returns to the form without a decision. */
    postpone: () => setConflict(null),
  }
}
