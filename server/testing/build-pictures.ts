/** Small complete pictures, and content that programs and strangers add to them. */
import { crc32, deflateSync } from 'node:zlib'

/** A grey PNG; `remarks` are chunks of text before its end. */
export function pngOf(width: number, height: number, remarks: readonly string[] = []): Buffer {
  return pngWith({ width, height, compressed: deflateSync(greyRows(width, height)), remarks })
}

/** A PNG whose pixels cannot be inflated; its checksums are correct. */
export function damagedPng(width: number, height: number): Buffer {
  const compressed = deflateSync(greyRows(width, height))
  return pngWith({ width, height, compressed: compressed.fill(0xff, 6, 10), colorType: 4 })
}

function greyRows(width: number, height: number): Buffer {
  const rows = Buffer.alloc((width + 1) * height, 0x60)
  for (let row = 0; row < height; row += 1) rows[row * (width + 1)] = 0
  return rows
}

type PngParts = {
  width: number
  height: number
  /** The content of IDAT. */
  compressed: Uint8Array
  colorType?: number
  bits?: number
  interlace?: number
  remarks?: readonly string[]
}

/** A PNG of any parts, with correct checksums. */
export function pngWith(parts: PngParts): Buffer {
  const { width, height, compressed, colorType = 0, bits = 8, interlace = 0, remarks = [] } = parts
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([bits, colorType, 0, 0, interlace], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', Buffer.from(compressed)),
    ...remarks.map(remark => pngChunk('tEXt', Buffer.from(`Comment\0${remark}`, 'latin1'))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function pngChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** The segments of a JPEG, with one of Exif; its scan cannot be decoded. */
export function jpegOf(width: number, height: number, remark = '', componentsCount = 1): Buffer {
  const components = Array.from({ length: componentsCount }, (_, index) => [index + 1, 0x11, 0]).flat()
  const frame = Buffer.from([8, 0, 0, 0, 0, componentsCount, ...components])
  frame.writeUInt16BE(height, 1)
  frame.writeUInt16BE(width, 3)
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    jpegSegment(0xe0, Buffer.from('JFIF\0')),
    jpegSegment(0xe1, Buffer.from(`Exif\0\0${remark}`)),
    jpegSegment(0xc2, frame),
    jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0x11, 0xff, 0x00, 0x22, 0xff, 0xd3, 0x33]),
    jpegSegment(0xfe, Buffer.from(remark)),
    Buffer.from([0xff, 0xd9]),
  ])
}

function jpegSegment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}
