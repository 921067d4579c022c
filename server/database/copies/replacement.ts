/** Replaces the database with other data, and sets the previous data aside for an undo. */
import { StartError } from '#server/start-error.ts'

export type Replacement = {
  /** The new name of the previous data; null where there was none. */
  readonly aside: string | null
}

/** The database cannot be replaced; nothing was changed. The message is one plain sentence. */
export class ReplaceError extends StartError {
  override readonly name = 'ReplaceError'
}

export function inUse(): ReplaceError {
  return new ReplaceError('The portal is running on this data. Stop it first; nothing was changed.')
}

export function nothingAside(): ReplaceError {
  return new ReplaceError('There is nothing to undo: no restore has set data aside here.')
}
