import { keepRingArt } from '#web/lib/browser/ring-art.ts'

/** How long the screen takes to fade away, as its style block in index.html says. */
const leavingMs = 320

/** Lets the loading screen go: it fades, then it is removed, and its rings are kept as decoration. */
export function leaveLoadingScreen(): void {
  const screen = document.getElementById('loading')
  if (!screen) return
  screen.classList.add('leaving')
  setTimeout(() => screen.remove(), leavingMs)
}

/** Before the first page is shown: it may want the rings for its own picture. */
export function keepLoadingArt(): void {
  keepRingArt(document.getElementById('loading'))
}

/** Resolves when at least `holdMs` have passed since the navigation started. */
export function heldFor(holdMs: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, Math.max(0, holdMs - performance.now())))
}
