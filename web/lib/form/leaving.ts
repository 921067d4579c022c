/** Notifies everything with unsaved input before the page is left. */

const listeners = new Set<() => void>()

export function onLeaving(listener: () => void): void {
  listeners.add(listener)
  addEventListener('pagehide', listener)
}

/** Call before a redirect or a reload. */
export function announceLeaving(): void {
  for (const listener of listeners) listener()
}
