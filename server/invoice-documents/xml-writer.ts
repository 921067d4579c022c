/** Writes XML: the same nodes always as the same bytes. Knows nothing of invoices. */

export type XmlNode = {
  name: string
  attributes: Readonly<Record<string, string>>
  content: string | readonly XmlNode[]
}

/** `null` omits a child. */
export function node(
  name: string,
  content: string | readonly (XmlNode | null)[],
  attributes: Readonly<Record<string, string>> = {},
): XmlNode {
  return { name, attributes, content: typeof content === 'string' ? content : content.filter(child => child !== null) }
}

/** Characters that XML 1.0 excludes, and the control characters U+007F to U+009F, which no person types. */
const forbidden = /[^\t\n\r\u0020-\u007e\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u

/** UTF-8, indented. Throws a RangeError for a character that no text may hold: U+0007, half a surrogate pair. */
export function writeXml(root: XmlNode): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>\n${written(root, '')}\n`)
}

function written({ name, attributes, content }: XmlNode, indent: string): string {
  const names = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  const inside =
    typeof content === 'string'
      ? escaped(content)
      : `\n${content.map(child => `${written(child, `${indent}  `)}\n`).join('')}${indent}`
  return `${indent}<${name}${names.join('')}>${inside}</${name}>`
}

function escaped(text: string): string {
  const found = forbidden.exec(text)?.[0]
  if (found !== undefined) throw new RangeError(`U+${codePointOf(found)} cannot be written as XML.`)
  return (
    text
      // A reader turns line ends into these anyway (XML 1.0, section 2.11).
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  )
}

function codePointOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
}
