import { afterEach, describe, expect, it } from 'vitest'
import { setMailSending } from './mail-sending.ts'

/** All text modules: their sentences about mails depend on whether the portal sends mails. */
const modules = import.meta.glob<Readonly<Record<string, unknown>>>('/web/texts/*.ts', { eager: true })

afterEach(() => setMailSending(true))

describe('without a mail server', () => {
  it('no sentence claims that a mail has been or is being sent', () => {
    setMailSending(false)
    const claims = sentences().filter(([, text]) => claimed.test(text))
    expect(claims).toEqual([])
  })

  it('the check finds such sentences', () => {
    const claims = sentences().filter(([, text]) => claimed.test(text))
    expect(claims.length).toBeGreaterThan(8)
  })

  it('no sentence promises a mail, apart from those named with their reason', () => {
    const sent = promises()
    setMailSending(false)
    const kept = promises()
    expect(kept.toSorted()).toEqual(Object.keys(exempt).toSorted())
    expect(sent.length).toBeGreaterThan(kept.length + 15)
  })
})

/** Text keys that mention mails alike with and without a mail server, and why. */
const exempt: Readonly<Record<string, string>> = {
  'accountTexts forgotten sentNothing': 'says when the mail goes out',
  'accountTexts setUp emailHint': 'what an address is for',
  'auditWordTexts unsubscribed': 'has happened, by the link of a mail that arrived',
  'backupTexts restore startText': 'tells the operator how to keep mails back',
  'confirmationTexts kinds contact_email doneText': 'which address is in effect',
  'confirmationTexts kinds contact_email lead': 'which address is in effect',
  'confirmationTexts kinds email_change doneText': 'which address is in effect',
  'confirmationTexts kinds newsletter doneText': 'which address is in effect',
  'confirmationTexts kinds newsletter lead': 'which address is in effect',
  'contactTexts throttledNotice': 'asks the visitor to send again',
  'customerTexts form notifications': 'a choice of the customer',
  'faqTexts nothingFound': 'an answer of any kind',
  'invoiceQuestionTexts answer send': 'a button below the sentence about its mail',
  'messageTexts form send': 'a button; what it did is told afterwards',
  'newsletterTexts cancelExplanation': 'who gets none',
  'newsletterTexts consents reasons unsubscribed': 'has happened, by the link of a mail that arrived',
  'operationTexts audit actions outbox_mail.retried': 'what somebody asked for',
  'operationTexts outbox empty': 'there is none',
  'portalHomeTexts failedMails': 'has happened: mails that failed',
  'settingsTexts sections outbox note': 'names the three states of a mail',
  'unsubscribeTexts topics notifications question': 'opened by the link of a mail that arrived',
  'userSettingsTexts contact tooMany': 'a limit',
  'userSettingsTexts contact unconfirmed': 'which address is in effect',
  'userSettingsTexts details contactEmailHint': 'which address is in effect',
  'userSettingsTexts email lead': 'what an address is for',
  'userSettingsTexts newsletter askAgain': 'a button; what it did is told afterwards',
  'userSettingsTexts newsletter hint': 'a choice below the sentence about all mails',
  'userSettingsTexts notifications dailyHint': 'a choice below the sentence about all mails',
  'userSettingsTexts notifications noAddress': 'what is missing',
}

/** German for a mail, or something sent by mail, that comes or goes. */
const mailed = 'Antwort|Einladung|Links?|Newsletter|Benachrichtigungen|Rechnungen|Nachrichten|E-Mails?'
const moves = 'geht|gehen|ging|kommt|kommen|bekommt|bekommen|senden|gesendet'
const promised = new RegExp(
  [
    '(?:per|als|eine|einer) E-Mail\\b',
    '\\b(?:schicken|benachrichtigt|informiert|geht an)\\b',
    'dem Kunden gemeldet',
    `\\b(?:${mailed})\\b.*\\b(?:${moves})\\b`,
    `\\b(?:${moves})\\b.*\\b(?:${mailed})\\b`,
  ].join('|'),
)

/** The keys of sentences that promise a mail without the words that it waits. */
function promises(): string[] {
  return sentences()
    .filter(([, text]) => promised.test(text) && !/vorgemerkt|vormerken|verschickt das Portal keine E-Mails/.test(text))
    .map(([place]) => place.replace(/^\S+ /, ''))
}

const claimed =
  /unterwegs|auf dem Weg|\bgeschickt\b|\bLink ging\b|\bLink an .* geschickt|wird jetzt erneut gesendet|eingeladen\.|^Eingeladen$|Versand hat begonnen|Versand geht weiter|^Wird versendet$|[Ee]inladung versendet|in Ihrem Postfach/

function sentences(): [string, string][] {
  return Object.entries(modules).flatMap(([path, words]) => found(words, path, new Set()))
}

function found(value: unknown, path: string, seen: Set<unknown>): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  // A text function takes its parts as arguments.
  if (typeof value === 'function') return found(told(value as (...parts: unknown[]) => unknown), path, seen)
  if (typeof value !== 'object' || value === null || seen.has(value)) return []
  seen.add(value)
  return Object.entries(value).flatMap(([key, part]) => found(part, `${path} ${key}`, seen))
}

/** The sentence for sample arguments; functions with other arguments do not mention mails. */
function told(words: (...parts: unknown[]) => unknown): unknown {
  for (const part of ['kim@example.org', 2, []]) {
    try {
      return words(part, part, part, part)
    } catch {}
  }
  return ''
}
