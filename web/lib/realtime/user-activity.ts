/** Tracks user activity: automatic calls of a page must not keep a session alive. */
import { connectApi } from '#web/lib/api/api-client.ts'

const awayMs = 60_000

let lastInputAt = 0
let isWatching = false

/** Marks calls as unattended after a minute without user activity. */
export function watchUserActivity(): void {
  if (isWatching) return
  isWatching = true
  noteInput()
  for (const kind of ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const) {
    addEventListener(kind, noteInput, { passive: true, capture: true })
  }
  connectApi({ isUnattended: () => Date.now() - lastInputAt > awayMs })
}

function noteInput() {
  lastInputAt = Date.now()
}
