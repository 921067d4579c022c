/** Tells whatever holds unsaved input that the page is about to go away under it. */

const listeners = new Set<() => void>()

export function onLeaving(listener: () => void): void {
  listeners.add(listener)
  addEventListener('pagehide', listener)
}

/** Before the browser is led to another page or reloaded. */
export function announceLeaving(): void {
  for (const listener of listeners) listener()
}
