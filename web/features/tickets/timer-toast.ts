import { showSuccess } from '#web/components/feedback/success-toast.ts'

/** Shows that the timer runs, until it is stopped. */
export function showRunning(message: string): void {
  closeLast()
  closeLast = showSuccess(message)
}

/** Closes the toast when the timer is stopped. */
export function closeRunningToast(): void {
  closeLast()
}

let closeLast: () => void = () => undefined
