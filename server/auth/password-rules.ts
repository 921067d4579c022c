/** Refused passwords: too short for the role, on the list of common ones, or made of well-known words. */
import { readFileSync } from 'node:fs'
import type { Role } from '#contract/accounts.ts'
import { adminPasswordLengthMin, passwordLengthMin } from '#contract/limits.ts'
import type { ValidationCode } from '#contract/validation.ts'
import { invalidField } from '#server/app-error.ts'
import { fold } from '#server/database/fold.ts'

/** `words`: names of the person and the business; empty ones are ignored. */
export type PasswordSetting = { readonly role: Role; readonly words: readonly string[] }

/** Shorter words are part of too many good passwords. */
const contextWordLengthMin = 4
/** Letters that must remain of a password without the words of its context. */
const ownLettersMin = 4
const repeatedPartLengthMax = 4

const common: ReadonlySet<string> = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean),
)

/** Throws 422 naming the field unless the password is good enough. */
export function demandSafePassword(field: string, password: string, setting: PasswordSetting): void {
  const problem = passwordProblem(password, setting)
  if (problem) throw invalidField(field, problem)
}

/** The problem with a password, if any. Length counts characters as people see them. */
export function passwordProblem(password: string, { role, words }: PasswordSetting): ValidationCode | undefined {
  const length = [...password.normalize('NFKC')].length
  if (length < passwordLengthMin) return 'password.too_short'
  if (role === 'admin' && length < adminPasswordLengthMin) return 'password.too_short_admin'
  const folded = fold(password)
  const isGuessable = isCommon(folded) || isPattern(folded) || isDate(folded) || isMadeOf(folded, words)
  return isGuessable ? 'password.common' : undefined
}

/** The password itself, without common prefixes and suffixes, without doubling, and with look-alikes as letters. */
function isCommon(folded: string): boolean {
  return [folded, withLetters(folded)].some(
    text => common.has(text) || common.has(bare(text)) || common.has(halfOf(bare(text))),
  )
}

function halfOf(text: string): string {
  const half = text.slice(0, text.length / 2)
  return half + half === text ? half : text
}

const lookAlikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

function withLetters(text: string): string {
  const end = text.search(/[\d\W_]*$/)
  return text.slice(0, end).replace(/[013457@$!]/g, sign => lookAlikes[sign] ?? sign) + text.slice(end)
}

function bare(text: string): string {
  return text.replace(/^[\d\W_]+|[\d\W_]+$/g, '')
}

/** A repeated part (`abcabcabc`), or consecutive characters (`23456789`, `fedcba`). */
function isPattern(folded: string): boolean {
  const signs = [...folded]
  for (let part = 1; part <= repeatedPartLengthMax && part * 2 <= signs.length; part += 1) {
    if (signs.every((sign, at) => sign === signs[at % part])) return true
  }
  const steps = new Set(signs.slice(1).map((sign, at) => (sign.codePointAt(0) ?? 0) - (signs[at]?.codePointAt(0) ?? 0)))
  return steps.size === 1 && (steps.has(1) || steps.has(-1))
}

/** A date as people write it: 24.12.1985, 24121985, 241285, 1985-12-24. */
function isDate(folded: string): boolean {
  const digits = folded.replace(/[.\-/ ]/g, '')
  const day = '(0[1-9]|[12]\\d|3[01])'
  const month = '(0[1-9]|1[0-2])'
  const year = '(19|20)\\d\\d'
  return [`${day}${month}(${year}|\\d\\d)`, `${month}${day}${year}`, `${year}${month}${day}`].some(form =>
    new RegExp(`^${form}$`).test(digits),
  )
}

/** Names of the person or the business with little else. */
function isMadeOf(folded: string, words: readonly string[]): boolean {
  const parts = words
    .flatMap(word => [fold(word), ...fold(word).split(/[^a-z]+/)])
    .filter(part => part.length >= contextWordLengthMin)
    .sort((one, other) => other.length - one.length)
  const rest = parts.reduce((text, part) => text.replaceAll(part, ''), folded)
  return rest !== folded && rest.replace(/[^\p{L}]/gu, '').length < ownLettersMin
}
