/**
 * A stream sealed piece by piece with AES-256-GCM: each under its number, the last one, which may be empty, under a
 * final mark. A stream that was changed, cut or reordered is not opened (the STREAM construction, decision 0042).
 */
import { createCipheriv, createDecipheriv } from 'node:crypto'

const pieceBytes = 64 * 1024
const tagBytes = 16

/** A piece does not match its key, number or place. */
export class PieceError extends Error {
  override readonly name = 'PieceError'
}

/** @param key 32 bytes, for this stream alone: the numbers begin at 0 */
export async function* sealPieces(source: AsyncIterable<Buffer>, key: Uint8Array): AsyncGenerator<Buffer> {
  for await (const { piece, number, isLast } of piecesOf(source, pieceBytes)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast), { authTagLength: tagBytes })
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
  }
}

/** The input of `sealPieces`. Throws PieceError, after the pieces before. */
export async function* openPieces(sealed: AsyncIterable<Buffer>, key: Uint8Array): AsyncGenerator<Buffer> {
  for await (const { piece, number, isLast } of piecesOf(sealed, pieceBytes + tagBytes)) {
    yield openPiece(key, piece, number, isLast)
  }
}

function openPiece(key: Uint8Array, piece: Buffer, number: number, isLast: boolean): Buffer {
  if (piece.length < tagBytes) throw new PieceError('too short')
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, isLast), { authTagLength: tagBytes })
  decipher.setAuthTag(piece.subarray(-tagBytes))
  try {
    return Buffer.concat([decipher.update(piece.subarray(0, -tagBytes)), decipher.final()])
  } catch (cause) {
    throw new PieceError('not as sealed', { cause })
  }
}

/** 96 bits that never repeat under a key: the number of the piece, and whether it is the last. */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(number), 3)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

type Piece = { readonly piece: Buffer; readonly number: number; readonly isLast: boolean }

/** Splits into pieces of that size; the last one, which may be empty, is marked. */
async function* piecesOf(source: AsyncIterable<Buffer>, size: number): AsyncGenerator<Piece> {
  let waiting: Buffer[] = []
  let bytes = 0
  let number = 0
  for await (const part of source) {
    waiting.push(part)
    bytes += part.length
    // One byte more than a piece shows that it is not the last.
    while (bytes > size) {
      const all = Buffer.concat(waiting)
      yield { piece: all.subarray(0, size), number, isLast: false }
      number += 1
      waiting = [all.subarray(size)]
      bytes -= size
    }
  }
  yield { piece: Buffer.concat(waiting), number, isLast: true }
}
