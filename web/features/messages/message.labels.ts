/** German labels of messages. A value of a newer server is 'unknown' and never crashes. */

import type { Message } from '#contract/messages.ts'
import { messageTexts } from '#web/texts/messages.texts.ts'

export function messageStateText(state: string): string {
  const words: Readonly<Record<string, string>> = messageTexts.states
  return (Object.hasOwn(words, state) ? words[state] : undefined) ?? messageTexts.unknownState
}

/** The sender's name, or the address if there is none. */
export function senderName({ name, email }: Pick<Message, 'name' | 'email'>): string {
  return name || email
}
