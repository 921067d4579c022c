/** Parses a request against the schemas of its endpoint, and names all its errors. */
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import type { FieldError } from '#contract/errors.ts'
import { id } from '#contract/fields.ts'
import { validationTexts } from '#contract/texts/validation.texts.ts'
import { type ValidationCode, validationCode } from '#contract/validation.ts'
import { AppError, namedErrorsMax } from '#server/app-error.ts'
import { countUnreadParameters } from './query-text.ts'

export type RequestInput = {
  params: Record<string, string>
  query: unknown
  body: unknown
  revision: number | undefined
  lastEventId: string | undefined
}

const nothing = z.strictObject({})

/** Throws `not_found` (malformed id), `request.unknown_parameter`, `request.invalid` or `request.malformed`. */
export function readInput(endpoint: Endpoint, request: FastifyRequest): RequestInput {
  const query = readQuery(endpoint, request.query, countUnreadParameters(request.url))
  const body = readBody(endpoint, request.body)
  return {
    params: readParams(request.params),
    query,
    body,
    revision: endpoint.conditional ? readRevision(request.headers['if-match']) : undefined,
    lastEventId: endpoint.stream ? readEventId(request.headers['last-event-id']) : undefined,
  }
}

/** A row with a malformed id cannot exist: throws `not_found`. */
export function readParams(params: unknown): Record<string, string> {
  const read: Record<string, string> = {}
  for (const [name, value] of Object.entries(params ?? {})) {
    if (
      typeof value !== 'string' ||
      value.includes('\0') ||
      !value.isWellFormed() ||
      (isIdName(name) && !z.safeParse(id, value).success)
    )
      throw new AppError('not_found')
    read[name] = value
  }
  return read
}

/** `id`, and in a path below an item the id of the sub-item: `fileId`. */
function isIdName(name: string): boolean {
  return name === 'id' || name.endsWith('Id')
}

function readQuery(endpoint: Endpoint, sent: unknown, unreadCount: number): unknown {
  // Most reads of one item have no query; they need no schema.
  if (endpoint.query === undefined && isEmpty(sent)) return undefined
  demandStorable(sent)
  const result = z.safeParse<z.ZodMiniType>(endpoint.query ?? nothing, sent, { reportInput: true })
  if (result.success && unreadCount === 0) return result.data
  const refused = fieldErrors(result.error?.issues ?? [], 'unknown_parameter', unreadCount)
  const isUnknown = unreadCount > 0 || refused.errors.some(error => error.code === 'unknown_parameter')
  throw new AppError(isUnknown ? 'request.unknown_parameter' : 'request.invalid', refused)
}

/** 422 naming every field whose text a database could not return unchanged. */
function demandStorable(sent: unknown): void {
  const paths = unstorable(sent, [])
  if (paths.length > 0) {
    throw new AppError('request.invalid', { errors: paths.map(path => fieldError(path, 'invalid')) })
  }
}

/** NUL, which PostgreSQL does not store, and halves of surrogate pairs, which become U+FFFD in UTF-8. */
function unstorable(value: unknown, path: readonly string[]): (readonly string[])[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    isStorable(name) ? unstorable(inner, [...path, name]) : [[...path, name.toWellFormed().replaceAll('\0', '\ufffd')]],
  )
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

function isEmpty(query: unknown): boolean {
  for (const _ in query ?? {}) return false
  return true
}

/** A missing body counts as empty, so each required field is named. */
function readBody(endpoint: Endpoint, sent: unknown = {}): unknown {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) throw new AppError('request.malformed')
  if (endpoint.method === 'GET' || endpoint.upload) return undefined
  // In a batch such a text is wrong input of its own value, and costs none of the others.
  if (!endpoint.batch) demandStorable(sent)
  const result = z.safeParse<z.ZodMiniType>(endpoint.body ?? nothing, sent, { reportInput: true })
  if (result.success) return endpoint.body && result.data
  throw new AppError('request.invalid', fieldErrors(result.error.issues, 'unknown_field'))
}

/**
 * Several rules of one field can fail for one reason: it is reported once. Unknown names come first, because only some
 * errors are listed, and a misspelled name explains a missing one. Further names are counted, not listed: a thousand of
 * them would take a millisecond.
 */
function fieldErrors(issues: readonly z.core.$ZodIssue[], unknown: ValidationCode, unreadCount = 0) {
  const strangers = issues.filter(issue => issue.code === 'unrecognized_keys')
  const others = issues.filter(issue => issue.code !== 'unrecognized_keys')
  const unknownCount = strangers.reduce((count, { keys }) => count + keys.length, unreadCount)
  const named = strangers.flatMap(({ path, keys }) =>
    keys.slice(0, namedErrorsMax).map(key => fieldError([...path, key], unknown)),
  )
  const failed = others.map(issue => fieldError(issue.path, validationCode(issue)))
  const once = [...new Map(failed.map(error => [`${error.field} ${error.code}`, error])).values()]
  return { errors: [...named.slice(0, namedErrorsMax), ...once], errorsCount: unknownCount + once.length }
}

function fieldError(path: readonly PropertyKey[], code: ValidationCode): FieldError {
  return { field: path.map(String).join('.'), code, message: validationTexts[code] }
}

/** A value that is not ours belongs to no row. */
function readEventId(header: string | string[] | undefined): string | undefined {
  return header === undefined || header === '' ? undefined : String(header)
}

/**
 * `If-Match` (RFC 9110, 13.1.1): our tags are revisions. A foreign tag equals no revision (-1). In a list the newest
 * revision counts: they only grow, so an older one is no longer that of the row.
 */
function readRevision(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '*') return undefined
  const revisions = header.split(',').map(tag => Number(/^"(\d{1,15})"$/.exec(tag.trim())?.[1] ?? -1))
  return Math.max(...revisions)
}
