/** The current time of this browser. Everything that shows or compares it asks here, so that tests can stand still. */

/** Milliseconds since 1970. */
export function nowMs(): number {
  return Date.now()
}

export function currentYear(): number {
  return new Date().getFullYear()
}
