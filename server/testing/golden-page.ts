/** Small grey pictures of pages, kept in the repository, and how far a page may differ from its picture. */
import { readFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'
import { type Canvas, createCanvas, loadImage } from '@napi-rs/canvas'

/** 54 dpi. */
export const goldenScale = 0.75
/** Processors smooth edges differently; a line of text that moves or changes exceeds both. */
const greyMax = 70
const pixelsMax = 40

/** Next to the code that draws the page. */
export function goldenFile(kind: string): URL {
  return new URL(`../invoice-documents/golden/${kind}.png`, import.meta.url)
}

export type GreyPicture = { readonly width: number; readonly height: number; readonly greys: Uint8Array }

/** The file has 16 shades of grey. */
export function greyPicture(canvas: Canvas): GreyPicture {
  const { width, height } = canvas
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height)
  const greys = Uint8Array.from({ length: width * height }, (_, at) => {
    const [red = 0, green = 0, blue = 0] = data.subarray(at * 4, at * 4 + 3)
    return 17 * Math.round((0.299 * red + 0.587 * green + 0.114 * blue) / 17)
  })
  return { width, height, greys }
}

/** Whether they look the same; a picture of another size never does. */
export function looksLike(one: GreyPicture, other: GreyPicture): boolean {
  if (one.width !== other.width || one.height !== other.height) return false
  const different = one.greys.reduce(
    (sum, grey, at) => sum + Number(Math.abs(grey - (other.greys[at] ?? 0)) > greyMax),
    0,
  )
  return different <= pixelsMax
}

export async function readGolden(kind: string): Promise<GreyPicture> {
  const image = await loadImage(readFileSync(goldenFile(kind)))
  const canvas = createCanvas(image.width, image.height)
  canvas.getContext('2d').drawImage(image, 0, 0)
  return greyPicture(canvas)
}

/** A PNG with four bits for a pixel: a fifth of the canvas's file. */
export function pngOfGreys({ width, height, greys }: GreyPicture): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(4, 8)
  const rowBytes = 1 + Math.ceil(width / 2)
  const rows = Buffer.alloc(rowBytes * height)
  for (const [at, grey] of greys.entries()) {
    const [x, y] = [at % width, Math.floor(at / width)]
    const place = y * rowBytes + 1 + (x >> 1)
    rows[place] = (rows[place] ?? 0) | ((grey / 17) << (x % 2 === 0 ? 4 : 0))
  }
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...chunks])
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(content.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
