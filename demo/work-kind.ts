import type { EntryType } from '#contract/ticket-entries.ts'

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

/** One piece of work: type, name, description. */
export type Step = readonly [type: EntryType, name: string, description?: string]

export type Subject = {
  name: string
  description: string
  /** Who has such a ticket; everybody unless given. */
  for?: readonly Audience[]
  /** What is done for this ticket and no other. */
  steps: readonly Step[]
}

/** A kind of work the demo business does. A ticket is made of its own steps between those that all of its kind share. */
export type WorkKind = {
  theme: Theme
  before: readonly Step[]
  subjects: readonly Subject[]
  after: readonly Step[]
  /** What a customer adds on their own. */
  wishes: readonly { name: string; description: string }[]
}
