/**
 * Programs write values that are not numbers as bare words, which is not JSON: `NaN` (Python, JavaScript libraries),
 * `nan`, `inf` (C). One of them must not cost a whole batch.
 */

/** Longer ones before those that they begin with. */
const names = ['Infinity', '-Infinity', 'NaN', '-NaN', 'inf', '-inf', 'nan', '-nan'] as const

/** The text with these words outside of strings made strings, in one pass. Anything else stays as it is. */
export function namesAsTexts(text: string): string {
  const parts: string[] = []
  let from = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (isInString) {
      if (character === '\\') at += 1
      else if (character === '"') isInString = false
      continue
    }
    if (character === '"') isInString = true
    const name = nameAt(text, at)
    if (name === undefined) continue
    parts.push(text.slice(from, at), JSON.stringify(name))
    from = at + name.length
    at = from - 1
  }
  return parts.join('') + text.slice(from)
}

function nameAt(text: string, at: number): string | undefined {
  const character = text[at]
  if (character !== '-' && character !== 'N' && character !== 'I' && character !== 'n' && character !== 'i') return
  return names.find(name => text.startsWith(name, at))
}
