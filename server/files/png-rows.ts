/** The rows of pixels of a PNG (ISO/IEC 15948): complete, or the picture cannot be drawn. */
import { once } from 'node:events'
import { createInflate } from 'node:zlib'

/** The header's content (IHDR). */
export type PngHeader = {
  readonly width: number
  readonly height: number
  readonly bits: number
  readonly colorType: number
  readonly isInterlaced: boolean
}

/** Channels and bits of each colour type: table 11.1. */
const colorTypes: Readonly<Record<number, { channels: number; bits: readonly number[] }>> = {
  0: { channels: 1, bits: [1, 2, 4, 8, 16] },
  2: { channels: 3, bits: [8, 16] },
  3: { channels: 1, bits: [1, 2, 4, 8] },
  4: { channels: 2, bits: [8, 16] },
  6: { channels: 4, bits: [8, 16] },
}

/** Start and step of the seven passes of an interlaced picture (Adam7): x, y, x step, y step. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const
/** Each row starts with the number of its filter. */
const filterMax = 4

/** Undefined for values that PNG does not know. `content` is that of IHDR. */
export function pngHeader(content: Uint8Array): PngHeader | undefined {
  if (content.length !== 13) return undefined
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength)
  const [bits, colorType, compression, filter, interlace] = content.subarray(8)
  if (bits === undefined || colorType === undefined || interlace === undefined) return undefined
  const isKnown = colorTypes[colorType]?.bits.includes(bits) && compression === 0 && filter === 0 && interlace <= 1
  if (!isKnown) return undefined
  return { width: view.getUint32(0), height: view.getUint32(4), bits, colorType, isInterlaced: interlace === 1 }
}

/**
 * True if `compressed`, the content of all IDAT, inflates to exactly the rows of the header. Off the main thread and
 * piece by piece: a file that inflates to more is stopped there.
 */
export async function hasAllRows(header: PngHeader, compressed: Uint8Array): Promise<boolean> {
  const starts = rowStarts(header)
  let next = starts.next()
  let length = 0
  const inflate = createInflate()
  inflate.on('data', (piece: Buffer) => {
    while (next.done !== true && next.value < length + piece.length) {
      const filter = piece[next.value - length] ?? 0
      if (filter > filterMax) {
        inflate.destroy(new Error('Unknown filter'))
        return
      }
      next = starts.next()
    }
    length += piece.length
    // The last value is the end of the last row.
    if (next.done === true && length > next.value) inflate.destroy(new Error('Too many rows'))
  })
  inflate.end(compressed)
  try {
    await once(inflate, 'end')
    return next.done === true && length === next.value
  } catch {
    return false
  } finally {
    inflate.destroy()
  }
}

/** Where each row starts in the inflated bytes; returns where the last one ends. */
function* rowStarts({ width, height, bits, colorType, isInterlaced }: PngHeader): Generator<number, number> {
  const bitsPerPixel = bits * (colorTypes[colorType]?.channels ?? 0)
  let at = 0
  for (const [x, y, stepX, stepY] of isInterlaced ? passes : ([[0, 0, 1, 1]] as const)) {
    const [columns, rows] = [Math.ceil((width - x) / stepX), Math.ceil((height - y) / stepY)]
    if (columns <= 0) continue
    for (let row = 0; row < rows; row += 1) {
      yield at
      at += 1 + Math.ceil((columns * bitsPerPixel) / 8)
    }
  }
  return at
}
