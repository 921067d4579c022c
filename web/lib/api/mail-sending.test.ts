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
})

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
