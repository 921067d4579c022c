import { afterEach, describe, expect, it } from 'vitest'
import { setMailSending } from './mail-sending.ts'

/** Every module of words: what it says of a mail depends on whether mails leave. */
const modules = import.meta.glob<Readonly<Record<string, unknown>>>('/web/texts/*.ts', { eager: true })

afterEach(() => setMailSending(true))

describe('without a mail server', () => {
  it('no sentence says that a mail has left or leaves now', () => {
    setMailSending(false)
    const claims = sentences().filter(([, text]) => claimed.test(text))
    expect(claims).toEqual([])
  })

  it('the sentences that would are found', () => {
    const claims = sentences().filter(([, text]) => claimed.test(text))
    expect(claims.length).toBeGreaterThan(8)
  })
})

const claimed =
  /unterwegs|auf dem Weg|\bgeschickt\b|\bLink ging\b|\bLink an .* geschickt|wird jetzt erneut gesendet|eingeladen\.|^Eingeladen$|Versand hat begonnen|Versand geht weiter|^Wird versendet$|[Ee]inladung versendet|in Ihrem Postfach/

function sentences(): [string, string][] {
  return Object.entries(modules).flatMap(([path, words]) => found(words, path, new Set()))
}

function found(value: unknown, path: string, seen: Set<unknown>): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  // A function among the words takes what the sentence is about.
  if (typeof value === 'function') return found(told(value as (...parts: unknown[]) => unknown), path, seen)
  if (typeof value !== 'object' || value === null || seen.has(value)) return []
  seen.add(value)
  return Object.entries(value).flatMap(([key, part]) => found(part, `${path} ${key}`, seen))
}

/** What a sentence says about somebody or a number; one that takes something else says nothing of mails. */
function told(words: (...parts: unknown[]) => unknown): unknown {
  for (const part of ['kim@example.org', 2, []]) {
    try {
      return words(part, part, part, part)
    } catch {}
  }
  return ''
}
