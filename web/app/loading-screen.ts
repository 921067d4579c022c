import { keepRingArt } from '#web/lib/browser/ring-art.ts'

/** Duration of the fade-out; matches the style block in index.html. */
const leavingMs = 320

/** Fades out and removes the loading screen; keeps its rings as decoration. */
export function leaveLoadingScreen(): void {
  const screen = document.getElementById('loading')
  if (!screen) return
  screen.classList.add('leaving')
  setTimeout(() => screen.remove(), leavingMs)
}

/** Call before the first page renders, which may need the rings for its own artwork. */
export function keepLoadingArt(): void {
  keepRingArt(document.getElementById('loading'))
}

/** Resolves when at least `holdMs` have passed since the navigation started. */
export function minimumTime(holdMs: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, Math.max(0, holdMs - performance.now())))
}
