/** Values and styles of a rebuilt picture. */
import { svgFunctions, svgLooks } from './svg-names.ts'

/** No colon, slash, backslash, at sign or bracket: no address, no escape and no rule fits. */
const plainValue = /^[\w\s#.,%()'"+-]*$/
/** Longer than any function name and the spaces after it. */
const longestFunction = 40
const ownReference = /url\(\s*(['"]?)#([\w.-]+)\1\s*\)/g

/** Whether a value loads nothing: only known functions, and references to the picture's own parts. */
export function isSafeValue(value: string): boolean {
  if (!plainValue.test(value)) return false
  const others = value.replace(ownReference, '')
  // The text before each bracket; a pattern that searches for the word would read a long one again and again.
  return others
    .split('(')
    .slice(0, -1)
    .every(before => svgFunctions.has(/[\w-]*$/.exec(before.slice(-longestFunction).trimEnd())?.[0] ?? ''))
}

/** The parts of the picture that a value references. */
export function referencesIn(value: string): string[] {
  return [...value.matchAll(ownReference)].map(([, , id = '']) => id)
}

/** `fill:red;stroke:url(#a)` with allowed content only. */
export function safeDeclarations(text: string): string {
  return text
    .split(';')
    .flatMap(declaration => {
      const colon = declaration.indexOf(':')
      const name = declaration.slice(0, colon).trim().toLowerCase()
      const value = declaration
        .slice(colon + 1)
        .replace(/!\s*important\s*$/i, '')
        .trim()
      return colon > 0 && value !== '' && svgLooks.has(name) && isSafeValue(value) ? [`${name}:${value}`] : []
    })
    .join(';')
}

export type SafeRule = { readonly selectors: readonly string[]; readonly declarations: string }

/**
 * Rules by class, id or element; rules that load (`@import`, `@font-face`) or query (`@media`) are dropped with their
 * content.
 */
export function safeRules(text: string): SafeRule[] {
  return withoutComments(text)
    .split('}')
    .flatMap(piece => {
      const brace = piece.lastIndexOf('{')
      if (brace === -1) return []
      const head = piece.slice(0, brace)
      const selectors = head
        .slice(head.lastIndexOf(';') + 1)
        .split(',')
        .map(selector => selector.trim())
      const declarations = safeDeclarations(piece.slice(brace + 1))
      const isKnown = selectors.every(selector => /^(?:[a-z]+|[a-z]*[.#][\w-]+)$/i.test(selector))
      return isKnown && declarations !== '' ? [{ selectors, declarations }] : []
    })
}

function withoutComments(text: string): string {
  return text
    .split('/*')
    .map((piece, index) => (index === 0 ? piece : piece.slice(endOfComment(piece))))
    .join(' ')
}

function endOfComment(piece: string): number {
  const end = piece.indexOf('*/')
  return end === -1 ? piece.length : end + 2
}
