/**
 * Splits lines into JSON texts: one over any number of lines, or one in each line. A text is returned with its last
 * line, so that it is answered before the next is read.
 */

/** How far a text is: not begun, under way, complete, or impossible to complete. */
type Progress = 'empty' | 'open' | 'complete' | 'broken'

/** `add` and `end` return the texts that are complete, or cannot become so. */
export type TextReader = { add(line: string): string[]; end(): string[] }

export function createTextReader(): TextReader {
  let lines: string[] = []
  let scan = createScan()
  const take = (): string => {
    const text = lines.join('\n')
    lines = []
    scan = createScan()
    return text
  }
  const add = (line: string): string[] => {
    if (lines.length === 0 && line.trim() === '') return []
    const hasBegun = lines.length > 0
    const progress = scan(`${line}\n`)
    if (progress === 'open') {
      lines.push(line)
      return []
    }
    // A line that does not continue the text before it begins one of its own.
    if (progress === 'broken' && hasBegun) return [take(), ...add(line)]
    lines.push(line)
    return [take()]
  }
  /** Lines that never became a complete text count as one text each. */
  const end = (): string[] => {
    const [first, ...others] = lines
    if (first === undefined) return []
    lines = []
    scan = createScan()
    return [first, ...others.flatMap(line => add(line)), ...end()]
  }
  return { add, end }
}

const space = /\s/
const scalarStart = /[-0-9a-zA-Z]/
const scalarPart = /[-+.0-9a-zA-Z]/

/** The tokens allowed next in the innermost object or list. */
type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end'

/** Follows the grammar of RFC 8259 as far as brackets, commas, colons and strings go; values are checked by the parser. */
function createScan(): (part: string) => Progress {
  const closers: string[] = []
  let expected: Expected = 'value'
  let inside: 'text' | 'escape' | 'scalar' | undefined
  let isKey = false
  let hasBegun = false

  const closed = () => {
    expected = 'comma or end'
    inside = undefined
  }
  const open = (bracket: string): boolean => {
    if (expected !== 'value' && expected !== 'value or end') return false
    closers.push(bracket === '{' ? '}' : ']')
    expected = bracket === '{' ? 'key or end' : 'value or end'
    return true
  }
  const close = (bracket: string): boolean => {
    if (!['comma or end', 'key or end', 'value or end'].includes(expected) || closers.pop() !== bracket) return false
    closed()
    return true
  }
  const startText = (): boolean => {
    if (expected === 'colon' || expected === 'comma or end') return false
    isKey = expected === 'key' || expected === 'key or end'
    inside = 'text'
    return true
  }
  const punctuation = (character: string): boolean => {
    if (character === '{' || character === '[') return open(character)
    if (character === '}' || character === ']') return close(character)
    if (character === '"') return startText()
    if (character === ':' && expected === 'colon') {
      expected = 'value'
      return true
    }
    if (character === ',' && expected === 'comma or end' && closers.length > 0) {
      expected = closers.at(-1) === '}' ? 'key' : 'value'
      return true
    }
    if (!scalarStart.test(character) || (expected !== 'value' && expected !== 'value or end')) return false
    inside = 'scalar'
    return true
  }
  const step = (character: string): boolean => {
    if (inside === 'escape') inside = 'text'
    else if (inside === 'text') {
      if (character === '\n') return false
      if (character === '\\') inside = 'escape'
      else if (character === '"') {
        closed()
        if (isKey) expected = 'colon'
      }
    } else if (inside === 'scalar' && scalarPart.test(character)) return true
    else {
      if (inside === 'scalar') closed()
      return space.test(character) || punctuation(character)
    }
    return true
  }
  return part => {
    for (const character of part) {
      if (!step(character)) return 'broken'
      if (!space.test(character)) hasBegun = true
    }
    if (!hasBegun) return 'empty'
    return closers.length === 0 && inside === undefined ? 'complete' : 'open'
  }
}
