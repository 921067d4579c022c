/** The only body we take: JSON, of limited depth, without keys that reach into prototypes. */
import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#server/app-error.ts'

export const bodyBytesMax = 1_048_576
const depthMax = 20

/** Other content types answer 415; malformed, too deep or `__proto__` 400. */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer', bodyLimit: bodyBytesMax },
    (request: FastifyRequest, bytes, done) => {
      // JSON is UTF-8 (RFC 8259, 8.1). Read as such, an umlaut in Latin-1 would be stored as a question mark.
      const text = isUtf8(bytes) ? bytes.toString('utf8') : undefined
      if (text === undefined || !isAcceptable(text)) return done(new AppError('request.malformed'))
      return parse(request, text, done)
    },
  )
}

/** Looked at before parsing, in one pass over the text: brackets outside of strings. */
function isAcceptable(text: string): boolean {
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (isInString) {
      if (character === '\\') at += 1
      else if (character === '"') isInString = false
    } else if (character === '"') isInString = true
    else if (character === '{' || character === '[') {
      depth += 1
      if (depth > depthMax) return false
    } else if (character === '}' || character === ']') depth -= 1
  }
  return true
}
