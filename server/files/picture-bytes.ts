/** PNG and JPEG by their bytes: their size, and the picture without other content of the file. Nothing is decoded. */

export type PicturePixels = { readonly content: Uint8Array; readonly width: number; readonly height: number }

/** Chunks that the picture needs or that define its colours; no texts, positions, profiles or animations. */
const keptChunks: ReadonlySet<string> = new Set([
  'IHDR',
  'PLTE',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'pHYs',
  'IDAT',
  'IEND',
])
const signatureLength = 8
/** Length, type and checksum around the content of a chunk. */
const chunkFrame = 12

/** A PNG (ISO/IEC 15948) from its signature to its end; undefined when it is broken. */
export function readPng(bytes: Uint8Array): PicturePixels | undefined {
  const view = viewOf(bytes)
  const kept = [bytes.subarray(0, signatureLength)]
  for (let at = signatureLength; at + chunkFrame <= bytes.length; ) {
    const end = at + chunkFrame + view.getUint32(at)
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (end > bytes.length || (kept.length === 1 && type !== 'IHDR')) return undefined
    if (keptChunks.has(type)) kept.push(bytes.subarray(at, end))
    if (type === 'IEND') {
      const isDrawn = kept.some(chunk => String.fromCharCode(...chunk.subarray(4, 8)) === 'IDAT')
      const header = signatureLength + 8
      if (!isDrawn) return undefined
      return { content: joined(kept), width: view.getUint32(header), height: view.getUint32(header + 4) }
    }
    at = end
  }
  return undefined
}

const startOfImage = 0xd8
const endOfImage = 0xd9
const startOfScan = 0xda
const noFrames: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc])

export type JpegPixels = PicturePixels & {
  /** Four are CMYK, colours for the press. */
  readonly componentsCount: number
}

/** A JPEG (ISO/IEC 10918-1, annex B) from its start to its end; undefined when it is broken. */
export function readJpeg(bytes: Uint8Array): JpegPixels | undefined {
  const view = viewOf(bytes)
  const kept: Uint8Array[] = []
  let frame: Omit<JpegPixels, 'content'> | undefined
  for (let at = 0; at + 2 <= bytes.length; ) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff) return undefined
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === startOfImage || marker === endOfImage) {
      kept.push(bytes.subarray(at, at + 2))
      if (marker === endOfImage) return frame && { content: joined(kept), ...frame }
      at += 2
      continue
    }
    if (at + 4 > bytes.length) return undefined
    const isFrame = marker >= 0xc0 && marker <= 0xcf && !noFrames.has(marker)
    const segmentEnd = at + 2 + view.getUint16(at + 2)
    const end = marker === startOfScan ? endOfScan(bytes, segmentEnd) : segmentEnd
    if (end > bytes.length || segmentEnd < at + 4) return undefined
    if (isFrame && segmentEnd >= at + 10) {
      const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)]
      frame = { height, width, componentsCount: view.getUint8(at + 9) }
    }
    if (!isRemark(marker)) kept.push(bytes.subarray(at, end))
    at = end
  }
  return undefined
}

/** The next marker: within a scan 0xFF is followed by zero or by a restart marker. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    const next = bytes[at + 1] ?? 0
    if (bytes[at] === 0xff && next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return bytes.length + 1
}

/**
 * Metadata of programs and people: place, camera. JFIF and Adobe's segment define the colour space.
 */
function isRemark(marker: number): boolean {
  return marker === 0xfe || (marker > 0xe0 && marker <= 0xef && marker !== 0xee)
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts))
}
