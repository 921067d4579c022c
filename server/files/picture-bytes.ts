/**
 * PNG and JPEG by their bytes: their size, and the picture without other content of the file. Damaged files are
 * refused: mails would show it as a broken picture, and documents could not be drawn.
 */
import { crc32 } from 'node:zlib'
import { hasAllRows, pngHeader } from './png-rows.ts'

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
const paletteColors = 3

/** A PNG (ISO/IEC 15948) from its signature to its end; undefined when it is broken, also inside of its pixels. */
export async function readPng(bytes: Uint8Array, sideMax = Infinity): Promise<PicturePixels | undefined> {
  const chunks = pngChunks(bytes)
  const [first] = chunks ?? []
  if (chunks === undefined || first?.type !== 'IHDR') return undefined
  const header = pngHeader(first.content)
  if (header === undefined) return undefined
  const contentsOf = (type: string) => chunks.filter(chunk => chunk.type === type).map(({ content }) => content)
  if (header.colorType === paletteColors && contentsOf('PLTE').length === 0) return undefined
  const { width, height } = header
  const isDrawable = Math.max(width, height) > sideMax || (await hasAllRows(header, joined(contentsOf('IDAT'))))
  if (!isDrawable) return undefined
  const whole = chunks.map(chunk => chunk.whole)
  return { content: joined([bytes.subarray(0, signatureLength), ...whole]), width, height }
}

type Chunk = { readonly type: string; readonly content: Uint8Array; readonly whole: Uint8Array }

/** The kept chunks up to the end, their checksums checked; undefined when one is damaged or the end is missing. */
function pngChunks(bytes: Uint8Array): Chunk[] | undefined {
  const view = viewOf(bytes)
  const kept: Chunk[] = []
  for (let at = signatureLength; at + chunkFrame <= bytes.length; ) {
    const end = at + chunkFrame + view.getUint32(at)
    if (end > bytes.length) return undefined
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (keptChunks.has(type)) {
      if (crc32(bytes.subarray(at + 4, end - 4)) !== view.getUint32(end - 4)) return undefined
      kept.push({ type, content: bytes.subarray(at + 8, end - 4), whole: bytes.subarray(at, end) })
    }
    if (type === 'IEND') return kept
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

/**
 * A JPEG (ISO/IEC 10918-1, annex B) from its start to its end; undefined when it is broken. The scans are not decoded:
 * they have no checksum, and programs show as much of them as they can.
 */
export function readJpeg(bytes: Uint8Array): JpegPixels | undefined {
  const view = viewOf(bytes)
  const kept: Uint8Array[] = []
  let frame: Omit<JpegPixels, 'content'> | undefined
  let hasScan = false
  for (let at = 0; at + 2 <= bytes.length; ) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff) return undefined
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === startOfImage || marker === endOfImage) {
      kept.push(bytes.subarray(at, at + 2))
      if (marker === endOfImage) return hasScan && frame ? { content: joined(kept), ...frame } : undefined
      at += 2
      continue
    }
    if (at + 4 > bytes.length) return undefined
    const isFrame = marker >= 0xc0 && marker <= 0xcf && !noFrames.has(marker)
    const segmentEnd = at + 2 + view.getUint16(at + 2)
    const end = marker === startOfScan ? endOfScan(bytes, segmentEnd) : segmentEnd
    if (end > bytes.length || segmentEnd < at + 4) return undefined
    if (marker === startOfScan) hasScan = true
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
