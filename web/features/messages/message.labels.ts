/** The German words of messages. A word of a newer server is 'unknown', never a crash. */

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
