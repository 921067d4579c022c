/**
 * The request template of a DNS endpoint: the query of a call in one notation, `myip={ipv4}&myipv6={ipv6}`. A parameter
 * is a constant, a placeholder, or several address placeholders separated by commas.
 */
import * as z from 'zod/mini'
import { dnsTemplateLengthMax } from './limits.ts'
import type { ValidationCode } from './validation.ts'

export const templatePlaceholders = ['hostnames', 'ipv4', 'ipv6', 'prefix', 'user', 'token'] as const
export type TemplatePlaceholder = (typeof templatePlaceholders)[number]
const addresses = ['ipv4', 'ipv6', 'prefix'] as const satisfies readonly TemplatePlaceholder[]

export const templateDefault = 'hostname={hostnames}&myip={ipv4}&myipv6={ipv6}&ip6lanprefix={prefix}'

export type TemplateParameter = { readonly name: string } & (
  | { readonly constant: string }
  | { readonly placeholders: readonly TemplatePlaceholder[] }
)

export type ParsedTemplate =
  | { readonly parameters: readonly TemplateParameter[]; readonly problem: null }
  | { readonly parameters: null; readonly problem: ValidationCode }

const nameForm = /^[A-Za-z0-9_.-]{1,64}$/
/** Unreserved characters of a query (RFC 3986) that no router changes. */
const constantForm = /^[A-Za-z0-9._~!*,;:@/-]*$/

export function parseTemplate(text: string): ParsedTemplate {
  const parameters: TemplateParameter[] = []
  const names = new Set<string>()
  const used = new Set<string>()
  for (const pair of text.split('&')) {
    const at = pair.indexOf('=')
    const name = pair.slice(0, Math.max(at, 0))
    const value = pair.slice(at + 1)
    if (!nameForm.test(name)) return { parameters: null, problem: 'dns_template.invalid' }
    if (names.has(name.toLowerCase())) return { parameters: null, problem: 'dns_template.twice' }
    names.add(name.toLowerCase())
    if (constantForm.test(value)) {
      parameters.push({ name, constant: value })
      continue
    }
    const placeholders: TemplatePlaceholder[] = []
    for (const part of value.split(',')) {
      const word = /^\{([a-z0-9]+)\}$/.exec(part)?.[1]
      if (word === undefined) return { parameters: null, problem: 'dns_template.invalid' }
      if (!isPlaceholder(word)) return { parameters: null, problem: 'dns_template.unknown' }
      if (used.has(word)) return { parameters: null, problem: 'dns_template.twice' }
      used.add(word)
      placeholders.push(word)
    }
    if (placeholders.length > 1 && !placeholders.every(isAddress)) {
      return { parameters: null, problem: 'dns_template.shared' }
    }
    parameters.push({ name, placeholders })
  }
  if (!addresses.some(word => used.has(word))) return { parameters: null, problem: 'dns_template.no_address' }
  if (used.has('user') !== used.has('token')) return { parameters: null, problem: 'dns_template.half_login' }
  return { parameters, problem: null }
}

/** Addresses are distinguished by their family, so they may share a parameter. */
function isAddress(word: TemplatePlaceholder): boolean {
  return addresses.some(each => each === word)
}

function isPlaceholder(word: string): word is TemplatePlaceholder {
  return templatePlaceholders.some(each => each === word)
}

/** Whether the login is part of the query: it then appears in third-party logs. */
export function hasLoginInQuery(text: string): boolean {
  const { parameters } = parseTemplate(text)
  const used = (parameters ?? []).flatMap(each => ('placeholders' in each ? each.placeholders : []))
  return used.includes('user') && used.includes('token')
}

const problemOf = (value: string) => parseTemplate(value).problem

const problems = [
  'dns_template.invalid',
  'dns_template.unknown',
  'dns_template.twice',
  'dns_template.no_address',
  'dns_template.shared',
  'dns_template.half_login',
] as const satisfies readonly ValidationCode[]

export const requestTemplate = z
  .string('required')
  .check(
    z.trim(),
    z.minLength(1, { error: 'required', abort: true }),
    z.maxLength(dnsTemplateLengthMax, { error: 'too_long', abort: true }),
    ...problems.map(code => z.refine<string>(value => problemOf(value) !== code, code)),
  )
