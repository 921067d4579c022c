/** The values of a customer's form: the customer and the first user of a new one. */
import * as z from 'zod/mini'
import { username } from '#contract/accounts.ts'
import { customerInput } from '#contract/customers.ts'

const login = z.discriminatedUnion('isWanted', [
  // Text typed before the login was deselected stays in its fields, without validation.
  z.strictObject({ isWanted: z.literal(false), username: z.string(), invite: z.boolean() }),
  z.strictObject({ isWanted: z.literal(true), username, invite: z.boolean() }),
])

export const noLogin = { isWanted: false, username: '', invite: true } as const

/** Includes the server's rules across fields, so that the form shows them with all others. */
export const customerValues = z.extend(customerInput, { login }).check(({ value, issues }) => {
  if (value.company === '' && value.lastName === '') {
    // A private customer is known by last name.
    const field = value.kind === 'private' ? 'lastName' : 'company'
    issues.push({ code: 'custom', message: 'customer.name_required', path: [field], input: value })
  }
  if (value.login.isWanted && value.login.invite && value.email === '') {
    issues.push({ code: 'custom', message: 'email.required', path: ['email'], input: value })
  }
})
export type CustomerValues = z.output<typeof customerValues>

/** Maps a field of the server's errors about the new user to the form's field. */
export function nameInForm(field: string): string {
  return field === 'username' ? 'login.username' : field.replace(/^customer\./, '')
}

const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }

/** A username from a name, as in e-mail addresses: `annelie.groessl`. Empty if the name yields none. */
export function proposedUsername({
  company,
  firstName,
  lastName,
}: Record<'company' | 'firstName' | 'lastName', string>) {
  const words = lastName === '' ? [company] : [firstName, lastName]
  return words
    .map(word => plainOf(word))
    .filter(word => word !== '')
    .join('.')
    .slice(0, 40)
}

function plainOf(word: string): string {
  return word
    .trim()
    .toLowerCase()
    .replace(/[äöüß]/g, letter => umlauts[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
}
