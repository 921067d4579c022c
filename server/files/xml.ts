/** A small XML parser for pictures: unknown syntax is refused, nothing is expanded. */

export type XmlElement = {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly (XmlElement | string)[]
}

export class XmlError extends Error {
  override readonly name = 'XmlError'
}

const depthMax = 64
const elementsMax = 20_000

/** The five entities that need no declaration. */
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

type OpenElement = { name: string; attributes: Map<string, string>; children: (XmlElement | string)[] }

/**
 * The root element. Comments, instructions and an empty document type are dropped. Throws XmlError for text that is not
 * well-formed, declares or uses an entity, or is too deep or too large. Takes time linear in the text.
 */
export function readXml(text: string): XmlElement {
  const outermost: OpenElement = { name: '', attributes: new Map(), children: [] }
  const open = [outermost]
  let count = 0
  let at = 0
  while (at < text.length) {
    const parent = open.at(-1) ?? outermost
    if (text[at] !== '<') {
      const end = endOf(text, '<', at, text.length)
      parent.children.push(decode(text.slice(at, end)))
      at = end
    } else if (text.startsWith('<!--', at)) at = after(text, '-->', at + 4)
    else if (text.startsWith('<![CDATA[', at)) {
      const end = after(text, ']]>', at)
      parent.children.push(text.slice(at + 9, end - 3))
      at = end
    } else if (text.startsWith('<?', at)) at = after(text, '?>', at)
    else if (text.startsWith('<!', at)) {
      const end = after(text, '>', at)
      // The brackets contain entity declarations.
      if (open.length > 1 || /[[\]]/.test(text.slice(at, end))) throw new XmlError('a declaration')
      at = end
    } else if (text.startsWith('</', at)) {
      const end = after(text, '>', at)
      if (open.length < 2 || text.slice(at + 2, end - 1).trimEnd() !== parent.name) throw new XmlError('a stray end')
      open.pop()
      at = end
    } else {
      const { element, isEmpty, end } = readTag(text, at)
      count += 1
      if (count > elementsMax || open.length > depthMax) throw new XmlError('too much')
      parent.children.push(element)
      if (!isEmpty) open.push(element)
      at = end
    }
  }
  const [root, ...others] = outermost.children.filter(child => typeof child !== 'string' || child.trim() !== '')
  if (open.length > 1 || root === undefined || typeof root === 'string' || others.length > 0) {
    throw new XmlError('not one element')
  }
  return root
}

const namePattern = /<([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)/y
const attributePattern = /\s+([A-Za-z_][\w.:-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y
const endPattern = /\s*(\/?)>/y

function readTag(text: string, start: number): { element: OpenElement; isEmpty: boolean; end: number } {
  const name = matchAt(namePattern, text, start)
  if (!name) throw new XmlError('no name')
  const attributes = new Map<string, string>()
  let at = start + name[0].length
  for (let found = matchAt(attributePattern, text, at); found; found = matchAt(attributePattern, text, at)) {
    const [whole, key = '', double, single] = found
    if (attributes.has(key)) throw new XmlError('an attribute twice')
    attributes.set(key, decode(double ?? single ?? ''))
    at += whole.length
  }
  const end = matchAt(endPattern, text, at)
  if (!end) throw new XmlError('a tag without end')
  return {
    element: { name: name[1] ?? '', attributes, children: [] },
    isEmpty: end[1] === '/',
    end: at + end[0].length,
  }
}

function decode(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&([^;&]{0,10};?)/g, (_, inside: string) => {
    const [, hex, decimal, name = ''] = /^(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));$/i.exec(inside) ?? []
    const code = hex ? Number.parseInt(hex, 16) : decimal ? Number(decimal) : undefined
    const character = code === undefined ? entities[name] : isCharacter(code) ? String.fromCodePoint(code) : undefined
    if (character === undefined) throw new XmlError('an entity')
    return character
  })
}

function isCharacter(code: number): boolean {
  return (
    code === 9 || code === 10 || code === 13 || (code >= 32 && code <= 0xd7ff) || (code >= 0xe000 && code <= 0x10ffff)
  )
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

function endOf(text: string, mark: string, from: number, otherwise: number): number {
  const found = text.indexOf(mark, from)
  return found === -1 ? otherwise : found
}

function after(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from)
  if (found === -1) throw new XmlError(`no ${mark}`)
  return found + mark.length
}
