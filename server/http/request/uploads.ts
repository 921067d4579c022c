/** File bodies: a form with one part. Read only after the caller is admitted, a few at a time. */
import { createHash } from 'node:crypto'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FieldError } from '#contract/errors.ts'
import { fileBytesMax } from '#contract/limits.ts'
import { validationTexts } from '#contract/texts/validation.texts.ts'
import type { ValidationCode } from '#contract/validation.ts'
import { AppError } from '#server/app-error.ts'
import type { Actor } from '#server/auth/actor.ts'
import { chunkBytes, type ReceivedFile } from '#server/files/received-file.ts'

const partName = 'file'
/** One file, and some room to name the other parts. */
const limits = { parts: 4, files: 4, fields: 4, fieldNameSize: 100, fieldSize: 1_000, fileSize: fileBytesMax } as const
/** A body this much larger than a file may be is not read to its end. */
const patienceBytes = 3 * fileBytesMax
/** A file being received is in memory. */
const atOnceOfUserMax = 3
const atOnceMax = 12
const retryAfterSeconds = 5

/** From here on, routes of this instance accept `multipart/form-data` as well as JSON; `readUpload` reads it. */
export async function acceptUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { limits, throwFileSizeLimit: false })
}

/**
 * Runs `receive` unless the user or the process is already receiving enough files: 429 `throttled`, 503 `busy`. One
 * gate for all uploads of a process.
 */
export function createUploadGate() {
  const receiving = new Map<string, number>()
  let all = 0

  return async function pass<T>(actor: Actor | undefined, receive: () => Promise<T>): Promise<T> {
    const user = actor?.kind === 'user' ? actor.userId : ''
    const own = receiving.get(user) ?? 0
    if (own >= atOnceOfUserMax) throw new AppError('throttled', { retryAfterSeconds })
    if (all >= atOnceMax) throw new AppError('busy', { retryAfterSeconds })
    receiving.set(user, own + 1)
    all += 1
    try {
      return await receive()
    } finally {
      all -= 1
      const left = (receiving.get(user) ?? 1) - 1
      if (left === 0) receiving.delete(user)
      else receiving.set(user, left)
    }
  }
}

export type UploadGate = ReturnType<typeof createUploadGate>

/**
 * Reads the file of the request's form to its end. Throws `request.media_type` for a body that is no form,
 * `request.malformed` for a broken one, `request.invalid` naming parts that are missing or not expected.
 */
export async function readUpload(request: FastifyRequest): Promise<ReceivedFile> {
  if (!request.isMultipart()) throw new AppError('request.media_type')
  // The rest would be read in vain.
  if (Number(request.headers['content-length'] ?? 0) > patienceBytes) throw invalid([[partName, 'file.too_large']])
  try {
    return await readParts(request)
  } catch (error) {
    // Errors of the form parser are always caused by the form, or the sender has disconnected.
    throw error instanceof AppError ? error : new AppError('request.malformed', { cause: error })
  }
}

async function readParts(request: FastifyRequest): Promise<ReceivedFile> {
  let received: ReceivedFile | undefined
  const unexpected: string[] = []
  for await (const part of request.parts()) {
    const isFile = part.type === 'file'
    if (isFile && part.fieldname === partName && received === undefined) received = await readFile(part)
    else {
      unexpected.push(part.fieldname)
      if (isFile) part.file.resume()
    }
  }
  const refused = unexpected.map((name): [string, ValidationCode] => [name, 'unknown_field'])
  if (received === undefined) refused.push([partName, 'file.required'])
  if (received === undefined || refused.length > 0) throw invalid(refused)
  return received
}

/** A file that is too large is still read to its end: only then does a browser read the answer. */
async function readFile({ file, filename }: MultipartFile): Promise<ReceivedFile> {
  const digest = createHash('sha256')
  const chunks: Uint8Array[] = []
  let open: Buffer[] = []
  let openBytes = 0
  let sizeBytes = 0
  for await (const data of file) {
    // A stream of bytes, which Node types as anything.
    const bytes = data as Buffer
    digest.update(bytes)
    sizeBytes += bytes.length
    openBytes += bytes.length
    open.push(bytes)
    if (openBytes < chunkBytes) continue
    const joined = Buffer.concat(open)
    const whole = joined.length - (joined.length % chunkBytes)
    for (let at = 0; at < whole; at += chunkBytes) chunks.push(joined.subarray(at, at + chunkBytes))
    open = [joined.subarray(whole)]
    openBytes = joined.length - whole
  }
  if (openBytes > 0) chunks.push(Buffer.concat(open))
  const isTooLarge = file.truncated
  return {
    name: filename ?? '',
    chunks: isTooLarge ? [] : chunks,
    sizeBytes,
    sha256: digest.digest('hex'),
    isTooLarge,
  }
}

function invalid(fields: readonly [string, ValidationCode][]): AppError {
  const errors: FieldError[] = fields.map(([field, code]) => ({ field, code, message: validationTexts[code] }))
  return new AppError('request.invalid', { errors })
}
