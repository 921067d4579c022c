/** Files as answers: always saved, never shown: nothing in them can act in the portal's name. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { FileContent } from '#server/files/read-stored-file.ts'
import { byteRange } from '#server/http/request/byte-range.ts'
import { dataPolicy } from './security-headers.ts'

/**
 * Streams the file, or the requested part, at the reader's pace; `nosniff` and `no-store` are on every answer already.
 */
export function sendFile(
  reply: FastifyReply,
  { name, mediaType, sizeBytes, chunks, parts }: FileContent,
): FastifyReply {
  reply.headers({
    'content-type': mediaType,
    'content-disposition': `attachment; filename*=UTF-8''${encodeExtended(name)}`,
    'content-security-policy': `${dataPolicy}; sandbox`,
  })
  const version = parts && `"${parts.version}"`
  if (version) reply.headers({ 'accept-ranges': 'bytes', etag: version })
  const { range, 'if-range': ifRange } = reply.request.headers
  // A client that resumes with changed content starts over (RFC 9110, 13.1.5).
  const asked = version && (ifRange ?? version) === version ? byteRange(range, sizeBytes) : undefined
  if (asked === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${sizeBytes}`).send()
  if (!parts || !asked) return reply.header('content-length', String(sizeBytes)).send(streamOf(chunks))
  const { first, last } = asked
  return reply
    .code(206)
    .headers({ 'content-range': `bytes ${first}-${last}/${sizeBytes}`, 'content-length': String(last - first + 1) })
    .send(streamOf(parts.read(first, last)))
}

function streamOf(chunks: AsyncIterable<Uint8Array>): Readable {
  return Readable.from(chunks, { objectMode: false })
}

/** RFC 8187, 3.2.1: `encodeURIComponent` leaves five characters that have to be encoded too. */
function encodeExtended(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /[!'()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
