import { commonTexts } from '#web/texts/common.texts.ts'
import { showToast, type ToastMessage } from './toast.ts'

/** Shows that something succeeded; returns a function that removes the message. */
export function showSuccess(message: string, action?: ToastMessage['action']): () => void {
  return showToast({ kind: 'success', title: commonTexts.succeeded, message, action })
}
