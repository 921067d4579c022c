/** A minimal one-page PDF with lines of text (ISO 32000-1), for the demo's invoices only. */

export type PageText = {
  /** In points from the left and bottom edges; `right` is where the text ends. A4 is 595 × 842. */
  readonly at: { readonly x: number; readonly y: number } | { readonly right: number; readonly y: number }
  readonly text: string
  readonly size?: number
  readonly isBold?: boolean
}

/** A thin line across the page, as wide as the text area. */
export type PageRule = { readonly ruleAt: number }

const margin = { left: 70, right: 525 } as const

/** Deterministic. Characters outside Windows-1252 become question marks. */
export function renderPdf(title: string, page: readonly (PageText | PageRule)[]): Uint8Array {
  const content = latin(page.map(draw).join('\n'))
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
  const objects = [
    latin('<< /Type /Catalog /Pages 2 0 R /Lang (de-DE) /ViewerPreferences << /DisplayDocTitle true >> >>'),
    latin('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    latin(
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    ),
    Buffer.concat([latin(`<< /Length ${content.length} >>\nstream\n`), content, latin('\nendstream')]),
    latin(font('Helvetica')),
    latin(font('Helvetica-Bold')),
    latin(`<< /Title (${escaped(title)}) >>`),
  ]
  return assemble(objects)
}

/** Header, objects, cross-reference table, trailer. */
function assemble(objects: readonly Buffer[]): Uint8Array {
  const parts = [latin('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n')]
  const offsets: number[] = []
  let length = parts[0]?.length ?? 0
  for (const [index, object] of objects.entries()) {
    const part = Buffer.concat([latin(`${index + 1} 0 obj\n`), object, latin('\nendobj\n')])
    offsets.push(length)
    parts.push(part)
    length += part.length
  }
  const entries = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`)
  const size = objects.length + 1
  parts.push(
    latin(
      `xref\n0 ${size}\n0000000000 65535 f \n${entries.join('')}trailer\n<< /Size ${size} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

function draw(item: PageText | PageRule): string {
  if ('ruleAt' in item) return `0.6 w 0.7 G ${margin.left} ${item.ruleAt} m ${margin.right} ${item.ruleAt} l S`
  const { at, text, size = 10, isBold = false } = item
  const x = 'x' in at ? at.x : at.right - widthOf(text, size)
  return `BT /${isBold ? 'F2' : 'F1'} ${size} Tf ${x.toFixed(2)} ${at.y} Td (${escaped(text)}) Tj ET`
}

/** The width of digits: digits and the sign are 0.556 em, points, commas and spaces 0.278 em (AFM of Helvetica). */
function widthOf(text: string, size: number): number {
  return ([...text].reduce((sum, sign) => sum + ('., '.includes(sign) ? 278 : 556), 0) * size) / 1_000
}

function escaped(text: string): string {
  return text.replace(/[\\()]/g, sign => `\\${sign}`)
}

/** The differences between Windows-1252 and Latin-1 that German texts need. */
const windows: Readonly<Record<string, string>> = {
  '€': '\x80',
  '„': '\x84',
  '…': '\x85',
  '‘': '\x91',
  '’': '\x92',
  '“': '\x93',
  '”': '\x94',
  '–': '\x96',
}

function latin(text: string): Buffer {
  return Buffer.from(
    text.replaceAll(/[\u{100}-\u{10ffff}]/gu, sign => windows[sign] ?? '?'),
    'latin1',
  )
}
