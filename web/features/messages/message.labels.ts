/** German labels of messages. A value of a newer server is 'unknown' and never crashes. */

import type { Message } from '#contract/messages.ts'
import type { StateLooks } from '#web/components/display/state-badge.tsx'
import { wordOf } from '#web/lib/format/word-of.ts'
import { messageTexts } from '#web/texts/messages.texts.ts'

/** A message is answered once the mail of its answer was sent: one that waits or failed has not reached anybody. */
export function messageStatus({ state, replyMail }: Pick<Message, 'state' | 'replyMail'>): string {
  if (state !== 'answered' || replyMail === null || replyMail === 'sent') return state
  return replyMail
}

/** The label of a status from `messageStatus`. */
export function messageStatusText(status: string): string {
  return wordOf(messageTexts.statuses, status) ?? messageTexts.unknownState
}

export const messageLooks: StateLooks<keyof typeof messageTexts.statuses> = {
  looks: {
    new: ['blue', 'exclamation'],
    answered: ['green', 'check'],
    waiting: ['amber', 'clock'],
    failed: ['red', 'exclamation'],
  },
  text: messageStatusText,
}

/** The sender's name, or the address if there is none. */
export function senderName({ name, email }: Pick<Message, 'name' | 'email'>): string {
  return name || email
}
