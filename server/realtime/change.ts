/** A change as the instances tell it to each other: which row, whose it is and who may be told. Nothing of its content. */
import type { RealtimeAuthor, RealtimeNoun } from '#contract/events.ts'

/** Admins are told of everything; besides them the customer whose row it is, the user who it is, or everybody. */
type Audience = 'admins' | 'customer' | 'user' | 'everybody'

export type Change = {
  /** The event's id, of which a stream knows where to go on. Random: whoever may not hear of it may see its id (`ready`). */
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
