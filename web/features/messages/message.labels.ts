/** German labels of messages. A value of a newer server is 'unknown' and never crashes. */

import type { Message } from '#contract/messages.ts'
import { messageTexts } from '#web/texts/messages.texts.ts'

/** A message is answered once the mail of its answer was sent: one that waits or failed has not reached anybody. */
export function messageStatus({ state, replyMail }: Pick<Message, 'state' | 'replyMail'>): string {
  if (state !== 'answered' || replyMail === null || replyMail === 'sent') return state
  return replyMail
}

/** The label of a status from `messageStatus`. */
export function messageStatusText(status: string): string {
  const words: Readonly<Record<string, string>> = messageTexts.statuses
  return (Object.hasOwn(words, status) ? words[status] : undefined) ?? messageTexts.unknownState
}

/** The sender's name, or the address if there is none. */
export function senderName({ name, email }: Pick<Message, 'name' | 'email'>): string {
  return name || email
}
