/** A change as sent between instances: the row, its owner and its audience. Nothing of its content. */
import type { RealtimeAuthor, RealtimeNoun } from '#contract/events.ts'

/** Admins are notified of everything; in addition the customer who owns the row, the user who it is, or everybody. */
type Audience = 'admins' | 'customer' | 'user' | 'everybody'

export type Change = {
  /** The event's id, from which a stream resumes. Random: others may see its id (`ready`). */
  readonly id: string
  readonly noun: RealtimeNoun
  /** Empty for all rows of the noun at once. */
  readonly subjectId: string
  readonly revision: number | null
  readonly customerId: string | null
  readonly audience: Audience
  readonly author: Author
}

export type Author = {
  readonly side: Exclude<RealtimeAuthor, 'self'>
  readonly userId: string | null
  readonly sessionId: string | null
}

export type ChangedRow = Pick<Change, 'revision' | 'customerId' | 'audience'>
