/** The only accepted body: JSON within the limits of the endpoint, without keys that reach into prototypes. */
import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type BodyLimits, spare } from '#contract/body-limits.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { AppError } from '#server/app-error.ts'
import { namesAsTexts } from '#server/number-names.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of the endpoint; an unknown path accepts no body. */
    bodyLimits?: BodyLimits
    /** One wrong value must not cost the others. */
    isBatch?: boolean
  }
}

/**
 * Other content types answer 415; malformed, too deep or `__proto__` 400; more bytes or fields than the endpoint has 413.
 * In a batch, keys of prototypes are dropped and a bare NaN becomes a string, because one bad value must not cost the rest.
 */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  const parseBatch = app.getDefaultJsonParser('remove', 'remove')
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request: FastifyRequest, bytes, done) => {
      // Nobody reads it.
      if (request.is404) return done(null)
      const limits = request.routeOptions.config?.bodyLimits ?? spare
      // An upload takes a form, and no JSON.
      if (limits.depth === 0) return done(new AppError('request.media_type'))
      // JSON is UTF-8 (RFC 8259, 8.1). Read as such, an umlaut in Latin-1 would be stored as a question mark.
      if (!isUtf8(bytes)) return done(new AppError('request.malformed'))
      const text = bytes.toString('utf8')
      const refusal = refusalOf(text, limits)
      if (refusal !== null) return done(new AppError(refusal))
      if (!request.routeOptions.config?.isBatch) return parse(request, text, done)
      return parseBatch(request, text, (error, body) =>
        error === null ? done(null, body) : parseBatch(request, namesAsTexts(text), done),
      )
    },
  )
}

/**
 * Checked before parsing, in one pass over the text outside of strings. Each value in an object or a list comes after
 * its opening bracket or a comma.
 */
function refusalOf(text: string, { depth: depthMax, fields: fieldsMax }: BodyLimits): ErrorCode | null {
  let depth = 0
  let fields = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (isInString) {
      if (character === '\\') at += 1
      else if (character === '"') isInString = false
    } else if (character === '"') isInString = true
    else if (character === '{' || character === '[') {
      depth += 1
      fields += 1
      if (depth > depthMax) return 'request.malformed'
    } else if (character === '}' || character === ']') depth -= 1
    else if (character === ',') fields += 1
    if (fields > fieldsMax) return 'request.body_too_large'
  }
  return null
}
