import { showToast } from '#web/components/feedback/toast.ts'
import { commonTexts } from '#web/texts/common.texts.ts'

/** Shows that the timer runs, until it is stopped. */
export function showRunning(message: string): void {
  closeLast()
  closeLast = showToast({ kind: 'success', title: commonTexts.succeeded, message })
}

/** Closes the toast when the timer is stopped. */
export function closeRunningToast(): void {
  closeLast()
}

let closeLast: () => void = () => undefined
