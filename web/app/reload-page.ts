import { announceLeaving } from '#web/lib/form/leaving.ts'

/** Reloads the page without losing input. */
export function reloadPage(): void {
  announceLeaving()
  location.reload()
}
