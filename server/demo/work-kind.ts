import type { EntryType } from '#contract/tickets.ts'

export type Theme =
  | 'wallbox'
  | 'solar'
  | 'heat'
  | 'home'
  | 'powermaster'
  | 'network'
  | 'workplace'
  | 'backup'
  | 'website'
  | 'software'
  | 'advice'

export type Audience = 'private' | 'office' | 'hospitality' | 'craft' | 'public'

/** A kind of work the demo business does: what its tickets are called and which entries they are made of. */
export type WorkKind = {
  theme: Theme
  /** `for` names who has such a ticket; everybody unless given. */
  tickets: readonly { name: string; description: string; for?: readonly Audience[] }[]
  /** In the order the work is done. */
  entries: readonly { type: EntryType; name: string; description: string }[]
  /** What a customer adds on their own. */
  wishes: readonly { name: string; description: string }[]
}
