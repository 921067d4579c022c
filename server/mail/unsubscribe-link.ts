/**
 * The link that stops mails in one click, without a login (RFC 8058). It is signed, not stored: it must work for as
 * long as the mail is kept. It allows nothing else.
 */
import type { MailTopic } from '#contract/unsubscription.ts'
import { isSameText, sign } from '#server/auth/tokens.ts'
import type { Runtime } from '#server/context.ts'
import { baseUrl } from './base-url.ts'

type Own = Pick<Runtime, 'config' | 'keys'>

/** The effect of a link: stop the mails of one topic to one customer. */
export type Unsubscription = { readonly topic: MailTopic; readonly customerId: string }

/** The page for people, and the address a mail program posts to. */
export function unsubscribeUrl({ config, keys }: Own, { topic, customerId }: Unsubscription): string {
  const text = `${topic}-${customerId}-${keys.activeId}`
  return `${baseUrl(config)}/abmelden/${text}-${signature(keys, text)}/`
}

/** The content of a link's token; undefined unless it was made here. */
export function readUnsubscribeToken(keys: Own['keys'], token: string): Unsubscription | undefined {
  const [, text = '', topic, customerId = '', keyId = '', given = ''] =
    /^((notifications|newsletter)-([0-9a-f-]{36})-([A-Za-z0-9_-]{1,32}))-([A-Za-z0-9_-]{43})$/.exec(token) ?? []
  if ((topic !== 'notifications' && topic !== 'newsletter') || !keys.has(keyId)) return undefined
  return isSameText(given, signature(keys, text, keyId)) ? { topic, customerId } : undefined
}

function signature(keys: Own['keys'], text: string, keyId = keys.activeId): string {
  return sign(keys.derive('unsubscribe', keyId), text)
}
