/** Field schemas used by more than one noun. A string is trimmed; `''` and `null` both mean "not given" where a field is optional. */
import * as z from 'zod/mini'
import { amountEurMax, emailLengthMax, entryHoursMax, nameLengthMax, pageSizeMax, urlLengthMax } from './limits.ts'

export const id = z
  .string()
  .check(
    z.maxLength(36, { error: 'id.invalid', abort: true }),
    z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'id.invalid'),
  )

/** Ids of up to a page of rows in a query, separated by commas. */
export const idsOfPage = z
  .string()
  .check(
    z.maxLength(37 * pageSizeMax - 1, { error: 'too_long', abort: true }),
    z.regex(
      /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:,[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})*$/,
      'id.invalid',
    ),
  )

/** An instant: ISO 8601, UTC, milliseconds. */
export const instant = z.string()

/** A sent instant: UTC, to the minute or more precise; a day that does not exist is refused. */
export const sentInstant = z.iso.datetime('date.invalid').check(z.maxLength(24, 'date.invalid'))

/** A time of day in Europe/Berlin: `07:00`. */
export const timeOfDay = z
  .string('required')
  .check(z.maxLength(5, { error: 'time.invalid', abort: true }), z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'time.invalid'))

/** A calendar date in Europe/Berlin: `YYYY-MM-DD`. */
export const calendarDate = z.iso.date('date.invalid')

/** A calendar month: `YYYY-MM`. */
export const calendarMonth = z
  .string('required')
  .check(z.maxLength(7, { error: 'date.invalid', abort: true }), z.regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'date.invalid'))

/** A date that may be left out: an empty field of a form sends `''`. */
export const optionalDate = z.union([z.literal(''), z.null(), calendarDate], 'date.invalid')

/** Control and format characters and lone surrogates; the two joiners are part of some scripts and of emoji. */
const unseen = /[\p{Cc}\p{Cs}]|(?![\u200c\u200d])\p{Cf}/u
/** Control characters, apart from line breaks and tabs, and lone surrogates. */
const noText = /[^\P{Cc}\n\r\t]|\p{Cs}/u
const visible = /(?![\p{DI}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u

/** One line of text that must not be empty: it is visible, and nothing in it hides or reverses the rest. */
export function line(lengthMax = nameLengthMax) {
  return z.string('required').check(
    z.trim(),
    z.minLength(1, { error: 'required', abort: true }),
    z.maxLength(lengthMax, { error: 'too_long', abort: true }),
    z.refine(value => !unseen.test(value), { error: 'text.characters', abort: true }),
    z.refine(isVisible, 'required'),
  )
}

/**
 * One line that may be empty. Nothing in it hides or reverses the rest: it appears in subjects and next to other names.
 */
export function optionalLine(lengthMax = nameLengthMax) {
  return z.string().check(
    z.trim(),
    z.maxLength(lengthMax, { error: 'too_long', abort: true }),
    z.refine(value => !unseen.test(value), 'text.characters'),
  )
}

/** Paragraphs that may be empty. Control characters, six times as long in JSON, are refused. */
export function optionalText(lengthMax = nameLengthMax) {
  return z.string().check(
    z.trim(),
    z.maxLength(lengthMax, { error: 'too_long', abort: true }),
    z.refine(value => !noText.test(value), 'text.characters'),
  )
}

/** Paragraphs that must not be empty. */
export function paragraphs(lengthMax: number) {
  return z.string('required').check(
    z.trim(),
    z.refine(isVisible, { error: 'required', abort: true }),
    z.maxLength(lengthMax, { error: 'too_long', abort: true }),
    z.refine(value => !noText.test(value), 'text.characters'),
  )
}

/** Whether a text has visible characters. */
export function isVisible(value: string): boolean {
  return visible.test(value)
}

/** An empty field of a form reaches the schema as NaN; JSON has none. */
export function numberProblem({ input }: { readonly input?: unknown }): 'required' | 'number.invalid' {
  return input === undefined || input === null || Number.isNaN(input) ? 'required' : 'number.invalid'
}

/** Amounts of money are sent as EUR with at most two decimals; inside they are integer cents. */
export const amountEur = z
  .number({ error: numberProblem })
  .check(
    z.minimum(0, { error: 'number.negative', abort: true }),
    z.maximum(amountEurMax, 'amount.too_large'),
    z.refine(hasTwoDecimals, 'number.decimals'),
  )

/**
 * Work is sent as hours with at most two decimals that are whole minutes (0.33 are 20); inside it is integer minutes.
 */
export const hours = z
  .number({ error: issue => (numberProblem(issue) === 'required' ? 'required' : 'hours.invalid') })
  .check(
    z.minimum(0, { error: 'number.negative', abort: true }),
    z.maximum(entryHoursMax, 'hours.too_large'),
    z.refine(hasTwoDecimals, { error: 'number.decimals', abort: true }),
    z.refine(isWholeMinutes, 'hours.whole_minutes'),
  )

function hasTwoDecimals(value: number): boolean {
  return Math.abs(value * 100 - Math.round(value * 100)) < 1e-6
}

/** Whether the hours are the two printed decimals of some number of minutes, and so are returned as typed. */
function isWholeMinutes(hours: number): boolean {
  return Math.round((Math.round(hours * 60) * 100) / 60) === Math.round(hours * 100)
}

// As zod's own pattern, with the letters of all scripts in the domain: it is sent in its ASCII form (RFC 5890).
const emailPattern =
  /^(?!\.)(?!.*\.\.)[\w'+\-.]*[\w+-]@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+(?:\p{L}{2,}|xn--[a-z0-9-]+)$/u

export const email = z
  .string('email.required')
  .check(
    z.trim(),
    z.minLength(1, { error: 'email.required', abort: true }),
    z.maxLength(emailLengthMax, { error: 'email.invalid', abort: true }),
    z.email({ error: 'email.invalid', pattern: emailPattern }),
  )

/** An optional address: may be an empty string. */
export const optionalEmail = z.union([z.literal(''), email], 'email.invalid')

/** The address of a website, or `''`: a valid link target. */
export const webUrl = z.string().check(
  z.trim(),
  z.maxLength(urlLengthMax, { error: 'too_long', abort: true }),
  z.refine(value => value === '' || isWebAddress(value), { error: 'url.invalid', abort: true }),
  z.refine(hasNoUser, 'url.user'),
)

/** An address for a link: http or https with a host, nothing invisible in it, and no user name or password. */
export const linkUrl = z
  .string('required')
  .check(
    z.trim(),
    z.minLength(1, { error: 'required', abort: true }),
    z.maxLength(urlLengthMax, { error: 'too_long', abort: true }),
    z.refine(isWebAddress, { error: 'url.invalid', abort: true }),
    z.refine(hasNoUser, 'url.user'),
  )

function hasNoUser(value: string): boolean {
  return !/^https?:\/\/[^/?#]*@/i.test(value)
}

function isWebAddress(value: string): boolean {
  return /^https?:\/\/[^/?#]/i.test(value) && !/[\s\\]/.test(value) && !unseen.test(value) && URL.canParse(value)
}

export const phone = z.string().check(
  z.trim(),
  z.maxLength(30, { error: 'phone.invalid', abort: true }),
  z.refine(value => value === '' || /^[+0-9][0-9 ()/.-]{2,29}$/.test(value), 'phone.invalid'),
)

const ipv4 = z.ipv4()
const ipv6 = z.ipv6()

/**
 * An IPv4 or IPv6 address, or `''`. IPv6 is stored in its short form (RFC 5952): `2001:DB8:0::1` becomes `2001:db8::1`.
 */
export const ipAddress = z.string().check(
  z.trim(),
  z.maxLength(45, { error: 'ip.invalid', abort: true }),
  z.refine(value => value === '' || ipv4.safeParse(value).success || ipv6.safeParse(value).success, {
    error: 'ip.invalid',
    abort: true,
  }),
  z.overwrite(shortIp),
)

function shortIp(address: string): string {
  return address.includes(':') ? (URL.parse(`http://[${address}]/`)?.hostname.slice(1, -1) ?? address) : address
}

/** A MAC address in any usual spelling, or `''`; stored as `aa:bb:cc:dd:ee:ff`. */
export const macAddress = z.string().check(
  z.trim(),
  z.maxLength(17, { error: 'mac.invalid', abort: true }),
  z.refine(value => value === '' || macSpellings.test(value), { error: 'mac.invalid', abort: true }),
  z.overwrite(value =>
    value
      .replace(/[:.-]/g, '')
      .toLowerCase()
      .replace(/(..)(?=.)/g, '$1:'),
  ),
)

/** Pairs with colons or hyphens, groups of four with dots, or nothing in between. */
const macSpellings =
  /^(?:[0-9a-f]{2}(?<sign>[:-])(?:[0-9a-f]{2}\k<sign>){4}[0-9a-f]{2}|[0-9a-f]{4}(?:\.[0-9a-f]{4}){2}|[0-9a-f]{12})$/i
