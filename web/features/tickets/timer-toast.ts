import { showToast } from '#web/components/feedback/toast.ts'
import { commonTexts } from '#web/texts/common.texts.ts'

/** Says that the clock runs, until it stands. */
export function showRunning(message: string): void {
  closeLast()
  closeLast = showToast({ kind: 'success', title: commonTexts.succeeded, message })
}

/** With the clock stopped, what said that it runs is no longer true. */
export function closeRunningToast(): void {
  closeLast()
}

let closeLast: () => void = () => undefined
