/** A thread that compresses and seals a copy, or opens a sealed one. The format: `sealed-file.ts`. */
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'
import { answerTasks } from '#server/threads/answer-tasks.ts'
import { openPieces, PieceError, sealPieces } from './sealed-pieces.ts'

/** `key` is the file's own, of 32 bytes. Targets are new files, readable by their owner only. */
export type SealingTask =
  /** `start` comes before the pieces. */
  | {
      readonly kind: 'seal'
      readonly copy: string
      readonly target: string
      readonly key: Uint8Array
      readonly start: Uint8Array
    }
  /** The pieces begin at `startByte`. */
  | {
      readonly kind: 'open'
      readonly file: string
      readonly target: string
      readonly key: Uint8Array
      readonly startByte: number
    }
/** `damaged`: a piece does not match its key, number or place. */
export type SealingAnswer = 'done' | 'damaged'

answerTasks<SealingTask, SealingAnswer>(async task => {
  try {
    await (task.kind === 'seal' ? seal(task) : open(task))
    return 'done'
  } catch (error) {
    if (error instanceof PieceError) return 'damaged'
    throw error
  }
})

async function seal({ copy, target, key, start }: SealingTask & { kind: 'seal' }): Promise<void> {
  await pipeline(
    createReadStream(copy),
    createGzip({ level: constants.Z_BEST_SPEED }),
    async function* (packed: AsyncIterable<Buffer>) {
      yield start
      yield* sealPieces(packed, key)
    },
    createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }),
  )
}

async function open({ file, target, key, startByte }: SealingTask & { kind: 'open' }): Promise<void> {
  await pipeline(
    createReadStream(file, { start: startByte }),
    (sealed: AsyncIterable<Buffer>) => openPieces(sealed, key),
    createGunzip(),
    createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }),
  )
}
