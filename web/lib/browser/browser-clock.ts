/** The current time of this browser. Everything that displays or compares it uses this module, so that tests can freeze it. */

/** Milliseconds since 1970. */
export function nowMs(): number {
  return Date.now()
}

export function currentYear(): number {
  return new Date().getFullYear()
}
