/** Files as answers: always saved, never shown, so that nothing in them can act in the portal's name. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { FileContent } from '#server/files/read.ts'
import { dataPolicy } from './security-headers.ts'

/** Streams the file; `nosniff` and `no-store` are on every answer already. */
export function sendFile(reply: FastifyReply, { name, mediaType, sizeBytes, chunks }: FileContent): FastifyReply {
  return reply
    .headers({
      'content-type': mediaType,
      'content-length': String(sizeBytes),
      'content-disposition': `attachment; filename*=UTF-8''${encodeExtended(name)}`,
      'content-security-policy': `${dataPolicy}; sandbox`,
    })
    .send(Readable.from(chunks, { objectMode: false }))
}

/** RFC 8187, 3.2.1: `encodeURIComponent` leaves five characters that have to be encoded too. */
function encodeExtended(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /[!'()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
