/** German labels of messages. A value of a newer server is 'unknown' and never crashes. */

import type { Message } from '#contract/messages.ts'
import { messageTexts } from '#web/texts/messages.texts.ts'

/** A message is answered once the mail of its answer was sent: one that waits or failed has not reached anybody. */
export function messageStand({ state, replyMail }: Pick<Message, 'state' | 'replyMail'>): string {
  if (state !== 'answered' || replyMail === null || replyMail === 'sent') return state
  return replyMail
}

/** The label of a status from `messageStatus`. */
export function messageStandText(stand: string): string {
  const words: Readonly<Record<string, string>> = messageTexts.stands
  return (Object.hasOwn(words, stand) ? words[stand] : undefined) ?? messageTexts.unknownState
}

/** The sender's name, or the address if there is none. */
export function senderName({ name, email }: Pick<Message, 'name' | 'email'>): string {
  return name || email
}
