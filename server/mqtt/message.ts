/** A message that a broker hands on, and its outcome. */

export type Message = {
  /** Whole, with the prefix of its sender. */
  readonly topic: string
  readonly payload: Buffer
  /** It may be old: a broker kept it, and it carries no time of its own. */
  readonly isKept: boolean
}

/** Why a message was not taken, as the reason codes of MQTT 5 have it. */
export const messageRefusals = {
  'topic.foreign': 0x87,
  'topic.invalid': 0x90,
  'message.invalid': 0x99,
  'message.too_many': 0x99,
  'message.too_large': 0x95,
  'budget.used_up': 0x97,
} as const
export type MessageRefusal = keyof typeof messageRefusals

/** `reason`: in plain words for readers of the sender's log. null: all of it is on disk. */
export type Taken = { readonly refusal: MessageRefusal | null; readonly reason?: string }

/** The sender is no longer valid: its connection ends. */
export class SenderGone extends Error {}
