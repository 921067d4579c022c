/** Reads XML back with libxml2, into plain elements that rules can walk. */

export type XmlElement = {
  /** With the prefix of the official rules, not that of the file: `ram:ID`. */
  name: string
  attributes: Readonly<Record<string, string>>
  /** Without the spaces around it, and with single ones inside (`normalize-space` of XPath). Empty with children. */
  text: string
  children: readonly XmlElement[]
  /** `/rsm:CrossIndustryInvoice/…/ram:ApplicableTradeTax[2]`. */
  path: string
}

export class UnreadableXml extends Error {
  override name = 'UnreadableXml'
}

const prefixes: Readonly<Record<string, string>> = {
  'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100': 'rsm',
  'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100': 'ram',
  'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100': 'udt',
  'urn:un:unece:uncefact:data:standard:QualifiedDataType:100': 'qdt',
}
const declaration = '<?xml version="1.0" encoding="UTF-8"?>'

/**
 * Throws UnreadableXml for anything but well-formed XML in UTF-8 without a DOCTYPE: libxml2 would expand the entities
 * of one. Loads libxml2 with the first call: 14 MB that a server without invoices does not need.
 */
export async function readXml(bytes: Uint8Array): Promise<XmlElement> {
  const { ParseOption, XmlDocument, XmlElement: LibraryElement } = await import('libxml2-wasm')
  const text = decoded(bytes)
  if (!text.startsWith(declaration)) throw new UnreadableXml(`The file does not begin with ${declaration}.`)
  if (/<!DOCTYPE/i.test(text)) throw new UnreadableXml('A DOCTYPE is not allowed.')
  const document = parsed(() =>
    XmlDocument.fromString(text, { option: ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE }),
  )
  try {
    return plain(document.root, '')
  } finally {
    document.dispose()
  }

  function plain(element: InstanceType<typeof LibraryElement>, parentPath: string, place = ''): XmlElement {
    const name = `${prefixes[element.namespaceUri] ?? '?'}:${element.name}`
    const path = `${parentPath}/${name}${place}`
    const inner: InstanceType<typeof LibraryElement>[] = []
    for (let child = element.firstChild; child !== null; child = child.next) {
      if (child instanceof LibraryElement) inner.push(child)
    }
    const seen = new Map<string, number>()
    const children = inner.map(child => {
      const number = (seen.get(child.name) ?? 0) + 1
      seen.set(child.name, number)
      return plain(child, path, number === 1 ? '' : `[${number}]`)
    })
    return {
      name,
      attributes: Object.fromEntries(element.attrs.map(attribute => [attribute.name, attribute.value])),
      text: children.length > 0 ? '' : element.content.replaceAll(/[ \t\r\n]+/g, ' ').trim(),
      children,
      path,
    }
  }
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new UnreadableXml('The file is not UTF-8.')
  }
}

function parsed<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw new UnreadableXml('The file is not well-formed.', { cause: error })
  }
}

const steps = new Map<string, readonly string[]>()

/** Every element at a path of child names, in the order of the file: `ram:SellerTradeParty/ram:ID`. */
export function all(from: XmlElement, path: string): readonly XmlElement[] {
  const names = steps.get(path) ?? path.split('/')
  steps.set(path, names)
  let found: readonly XmlElement[] = [from]
  for (const name of names) found = found.flatMap(({ children }) => children.filter(child => child.name === name))
  return found
}

/** The text of the first element at a path; empty without one. */
export function textAt(from: XmlElement, path: string): string {
  return all(from, path)[0]?.text ?? ''
}

/** The element and everything inside of it. */
export function everything(from: XmlElement): XmlElement[] {
  return [from, ...from.children.flatMap(everything)]
}
