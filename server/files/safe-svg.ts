/** Rebuilds an SVG from an allow-list. Content that runs, loads, embeds or navigates is dropped. */
import { svgAttributes, svgDrawings, svgElements, svgTexts, svgWrappers } from './svg-names.ts'
import { isSafeValue, referencesIn, type SafeRule, safeDeclarations, safeRules } from './svg-style.ts'
import { readXml, type XmlElement, XmlError } from './xml.ts'

/** Elements a picture may draw, counting reused parts each time. */
const drawnMax = 50_000
const referenceDepthMax = 50

export type SafeSvg = { readonly text: string; readonly width: number; readonly height: number }

type Kept = {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly (Kept | string)[]
  readonly rules: readonly SafeRule[]
}

/**
 * The picture with listed content only, and its size. Undefined for a text that is no SVG, has no size, shows nothing
 * or uses its own parts endlessly.
 */
export function makeSafeSvg(text: string): SafeSvg | undefined {
  try {
    const root = readXml(text.replace(/^\ufeff/, ''))
    if (root.name !== 'svg') return undefined
    const kept = keep(root)
    const size = sizeOf(kept)
    if (size === undefined || !draws(kept) || !isDrawable(kept)) return undefined
    return { text: write({ ...kept, attributes: rootAttributes(kept, size) }), ...size }
  } catch (error) {
    if (error instanceof XmlError) return undefined
    throw error
  }
}

function keep({ name, attributes, children }: XmlElement): Kept {
  if (name === 'style') {
    const text = children.map(child => (typeof child === 'string' ? child : '')).join('')
    return { name, attributes: new Map(), children: [], rules: safeRules(text).map(withoutWideReferences) }
  }
  return {
    name,
    attributes: keptAttributes(name, attributes),
    rules: [],
    children: children.flatMap((child): (Kept | string)[] => {
      if (typeof child === 'string') return svgTexts.has(name) ? [child] : []
      if (svgWrappers.has(child.name)) return [keep({ ...child, name: 'g' })]
      return svgElements.has(child.name) || child.name === 'style' ? [keep(child)] : []
    }),
  }
}

/** Rules select elements only by class: so it is known which elements they affect. */
function withoutWideReferences(rule: SafeRule): SafeRule {
  if (rule.selectors.every(selector => selector.includes('.'))) return rule
  const declarations = rule.declarations.split(';').filter(declaration => referencesIn(declaration).length === 0)
  return { ...rule, declarations: declarations.join(';') }
}

function keptAttributes(element: string, attributes: ReadonlyMap<string, string>): Map<string, string> {
  const kept = new Map<string, string>()
  for (const [name, value] of attributes) {
    if (svgAttributes.has(name) && isSafeValue(value)) kept.set(name, value)
    else if (name === 'style') kept.set(name, safeDeclarations(value))
    else if (name === 'id' && /^[\w.-]+$/.test(value)) kept.set(name, value)
    else if (name === 'class' && /^[\w\s-]+$/.test(value)) kept.set(name, value)
    else if (/^(xlink:)?href$/.test(name) && referrers.has(element) && /^#[\w.-]+$/.test(value)) kept.set('href', value)
  }
  return kept
}

const referrers: ReadonlySet<string> = new Set(['use', 'linearGradient', 'radialGradient', 'pattern'])

/** In the units of the picture: only the aspect ratio matters. */
function sizeOf({ attributes }: Kept): { width: number; height: number } | undefined {
  const [, , boxWidth = 0, boxHeight = 0] = (attributes.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const width = lengthOf(attributes.get('width')) ?? boxWidth
  const height = lengthOf(attributes.get('height')) ?? boxHeight
  const isSize = (length: number) => Number.isFinite(length) && length > 0
  const box = { width: boxWidth, height: boxHeight }
  const found = isSize(boxWidth) && isSize(boxHeight) ? box : { width, height }
  return isSize(found.width) && isSize(found.height) ? found : undefined
}

function lengthOf(text: string | undefined): number | undefined {
  const [, digits] = /^\s*(\d{1,6}(?:\.\d+)?)\s*(?:px|pt|mm|cm|in|pc)?\s*$/.exec(text ?? '') ?? []
  return digits === undefined ? undefined : Number(digits)
}

function rootAttributes({ attributes }: Kept, { width, height }: { width: number; height: number }) {
  const { viewBox = `0 0 ${width} ${height}`, ...others } = Object.fromEntries(attributes)
  const size = { width: String(width), height: String(height) }
  return new Map(Object.entries({ xmlns: 'http://www.w3.org/2000/svg', ...others, ...size, viewBox }))
}

function draws({ name, children }: Kept): boolean {
  return svgDrawings.has(name) || children.some(child => typeof child !== 'string' && draws(child))
}

/** Parts can use parts that use parts: the total is counted before any browser has to draw it. */
function isDrawable(root: Kept): boolean {
  const all = everyElement(root)
  const byId = new Map(all.map(element => [element.attributes.get('id') ?? '', element]))
  const byClass = new Map<string, Set<string>>()
  for (const { selectors, declarations } of all.flatMap(({ rules }) => rules)) {
    for (const selector of selectors) {
      const name = selector.split('.')[1] ?? ''
      const parts = byClass.get(name) ?? new Set()
      for (const part of referencesIn(declarations)) parts.add(part)
      byClass.set(name, parts)
    }
  }
  const usedBy = ({ attributes }: Kept) => [
    ...[...attributes].flatMap(([name, value]) => (name === 'href' ? [value.slice(1)] : referencesIn(value))),
    ...(attributes.get('class') ?? '').split(/\s+/).flatMap(name => [...(byClass.get(name) ?? [])]),
  ]
  const known = new Map<Kept, number>()
  const drawnBy = (element: Kept, depth: number): number => {
    const counted = known.get(element)
    if (counted !== undefined) return counted
    if (depth > referenceDepthMax) return Number.POSITIVE_INFINITY
    // Infinite until it is counted: reaching it again means a cycle.
    known.set(element, Number.POSITIVE_INFINITY)
    const inside = element.children.map(child => (typeof child === 'string' ? 0 : drawnBy(child, depth)))
    // A reference without a target is looked up anyway.
    let used = 0
    for (const id of usedBy(element)) {
      const part = byId.get(id)
      used += part === undefined ? 1 : drawnBy(part, depth + 1)
    }
    const sum = inside.reduce((total, part) => total + part, 1 + used)
    known.set(element, sum)
    return sum
  }
  return drawnBy(root, 0) <= drawnMax
}

function everyElement(element: Kept): Kept[] {
  return [element, ...element.children.flatMap(child => (typeof child === 'string' ? [] : everyElement(child)))]
}

function write({ name, attributes, children, rules }: Kept): string {
  const written = [...attributes].map(([key, value]) => ` ${key}="${escapeXml(value)}"`).join('')
  const style = rules.map(({ selectors, declarations }) => `${selectors.join(',')}{${declarations}}`).join('')
  const inside = style + children.map(child => (typeof child === 'string' ? escapeXml(child) : write(child))).join('')
  return inside === '' ? `<${name}${written}/>` : `<${name}${written}>${inside}</${name}>`
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, character => escapes[character] ?? character)
}
