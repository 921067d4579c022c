/** Column types shared by many tables. */
import type { Generated } from 'kysely'

/** 0 or 1. */
export type Flag = 0 | 1
/** UTC, ISO 8601 with milliseconds: sorts as text. */
export type InstantText = string

export type Timestamps = { created_at: InstantText; updated_at: InstantText }
/** Counts the changes of editable data; the ETag of the item. */
export type Revised = Timestamps & { revision: Generated<number> }
