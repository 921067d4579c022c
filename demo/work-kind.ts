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
  /** Which customers have such tickets; all by default. */
  for?: readonly Audience[]
  /** The steps of this ticket only. */
  steps: readonly Step[]
}

/** A kind of work of the demo business. A ticket consists of its own steps between those shared by its kind. */
export type WorkKind = {
  theme: Theme
  before: readonly Step[]
  subjects: readonly Subject[]
  after: readonly Step[]
  /** Wishes that a customer adds. */
  wishes: readonly { name: string; description: string }[]
}
