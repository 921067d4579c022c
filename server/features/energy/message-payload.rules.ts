/** Reads the payload of a message: JSON, a number, a switch. Pure. */

const numberPattern = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i
const flags: Readonly<Record<string, boolean>> = { true: true, on: true, false: false, off: false }
const shownBytes = 100

/** undefined: not JSON. */
export function jsonOf(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString('utf8'))
  } catch {
    return undefined
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A number or a switch as text; any other text as it is, to be refused with its reading. */
export function plainValue(payload: Buffer): number | boolean | string {
  const text = payload.subarray(0, shownBytes).toString('utf8').trim()
  if (numberPattern.test(text)) return Number(text)
  const flag = text.toLowerCase()
  return Object.hasOwn(flags, flag) ? (flags[flag] ?? text) : text
}

/** undefined: neither number nor switch. */
export function plainNumber(payload: Buffer): number | boolean | undefined {
  const value = plainValue(payload)
  return typeof value === 'string' ? undefined : value
}
