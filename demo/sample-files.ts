/** Small deterministic files for the demo: a page of text as PDF, a simple picture as PNG. */
import { crc32, deflateSync } from 'node:zlib'

const pageWidth = 595
const pageHeight = 842
const margin = 72

/** One A4 page with a heading and lines of text (ISO 32000-1). */
export function pdfPage(heading: string, lines: readonly string[]): Buffer {
  const content = [
    'BT',
    `/F1 18 Tf ${margin} ${pageHeight - margin} Td (${escapeText(heading)}) Tj`,
    ...lines.map((line, index) => `/F1 11 Tf 0 ${index === 0 ? -36 : -18} Td (${escapeText(line)}) Tj`),
    'ET',
  ].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageWidth} ${pageHeight}] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const start = file.length
  file += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  // Latin-1 encodes every German letter in one byte, which the offsets rely on.
  return Buffer.from(file, 'latin1')
}

function escapeText(text: string): string {
  return text.replace(/[\\()]/g, '\\$&')
}

const pictureSize = 240

/** A square picture of `pictureSize` pixels: a house with a sun on a coloured background (ISO/IEC 15948). */
export function picture(red: number, green: number, blue: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(pictureSize, 0)
  header.writeUInt32BE(pictureSize, 4)
  // Eight bits per channel, true colour.
  header.set([8, 2, 0, 0, 0], 8)
  const ground = [red, green, blue]
  // A zero before each row: unfiltered.
  const rowLength = 1 + 3 * pictureSize
  const rows = Buffer.alloc(pictureSize * rowLength)
  for (let y = 0; y < pictureSize; y += 1) {
    for (let x = 0; x < pictureSize; x += 1) rows.set(pixelAt(x, y, ground), y * rowLength + 1 + 3 * x)
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function pixelAt(x: number, y: number, ground: readonly number[]): readonly number[] {
  if ((x - 190) ** 2 + (y - 50) ** 2 < 28 ** 2) return [242, 193, 78]
  if (y > 200) return [115, 156, 0]
  if (x > 60 && x < 160 && y > 130) return [251, 251, 246]
  if (y > 80 && y <= 130 && Math.abs(x - 110) < (y - 80) * 1.3) return [134, 39, 35]
  return ground
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
