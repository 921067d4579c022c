import { announceLeaving } from '#web/lib/form/leaving.ts'

/** Loads the page anew without losing what was typed. */
export function reloadPage(): void {
  announceLeaving()
  location.reload()
}
