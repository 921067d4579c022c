/** Compressed bodies, where an endpoint takes them: senders on slow lines push thousands of readings at once. */
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { FastifyRequest, RequestPayload } from 'fastify'
import { AppError } from '#server/app-error.ts'
import { appErrorOf } from '#server/http/answer/problem.ts'

const unpack = promisify(gunzip)

/**
 * Unpacks `Content-Encoding: gzip`, up to the limit of the endpoint (413). Another encoding is answered 415, a broken
 * one as a malformed body.
 */
export async function unpackGzip(
  request: FastifyRequest,
  payload: RequestPayload,
  bytesMax: number,
): Promise<RequestPayload> {
  const encoding = request.headers['content-encoding']?.trim().toLowerCase()
  if (encoding === undefined || encoding === 'identity') return payload
  if (encoding !== 'gzip') throw new AppError('request.media_type')
  const packed = await readAll(payload, bytesMax)
  const bytes = await unpack(packed, { maxOutputLength: bytesMax }).catch((error: NodeJS.ErrnoException) => {
    throw new AppError(error.code === 'ERR_BUFFER_TOO_LARGE' ? 'request.body_too_large' : 'request.malformed')
  })
  // Fastify compares the bytes that came over the line with the announced length.
  return Object.assign(Readable.from([bytes], { objectMode: false }), { receivedEncodedLength: packed.length })
}

async function readAll(payload: RequestPayload, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of payload) {
    const bytes = Buffer.from(chunk)
    length += bytes.length
    if (length > bytesMax) throw new AppError('request.body_too_large')
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

/** In a batch from a program, a body that cannot be read is wrong input as any other: 422. */
export function asInvalidBatch(error: unknown): AppError {
  const known = appErrorOf(error)
  return known.code === 'request.malformed' ? new AppError('request.invalid', { cause: error }) : known
}
