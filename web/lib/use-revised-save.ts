import { useState } from 'react'
import { hasCode } from './api-error.ts'

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
  update: (item: Item, values: Values, revision: number) => Promise<Saved>
  getLatest: (item: Item) => Promise<Item>
}

/**
 * Saves with the revision the form was opened on. When somebody else was faster (412) nothing is written: `conflict`
 * holds both versions until the user takes one. Any other failure is thrown.
 */
export function useRevisedSave<Item extends Revised, Values, Saved>({
  item,
  update,
  getLatest,
}: SaveOptions<Item, Values, Saved>) {
  const [revision, setRevision] = useState(item?.revision ?? 0)
  const [conflict, setConflict] = useState<Conflict<Item, Values> | null>(null)

  /** Undefined when a conflict has to be settled first. */
  async function saveOn(values: Values, baseRevision: number): Promise<Saved | undefined> {
    if (!item) return undefined
    try {
      const saved = await update(item, values, baseRevision)
      setConflict(null)
      return saved
    } catch (error) {
      if (!hasCode(error, 'stale')) throw error
      setConflict({ latest: await getLatest(item), values })
      return undefined
    }
  }

  return {
    conflict,
    /** What would be overwritten without a question. */
    revision,
    /** Shows both versions before anything is saved. */
    compare: (latest: Item, values: Values) => setConflict({ latest, values, isLook: true }),
    submit: (values: Values) => saveOn(values, revision),
    /** Writes the own input over what is stored now. */
    overwrite: async () => (conflict ? saveOn(conflict.values, conflict.latest.revision) : undefined),
    /** Goes on from what is stored now; the form takes it over from the returned item. */
    takeLatest: () => {
      if (conflict) setRevision(conflict.latest.revision)
      setConflict(null)
      return conflict?.latest
    },
    /** A form that stays open after saving goes on from what it saved. */
    continueFrom: (saved: Revised) => setRevision(saved.revision),
    /** Back to the form, nothing decided. */
    postpone: () => setConflict(null),
  }
}
