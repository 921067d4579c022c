import { toastTimeoutMs } from '#contract/limits.ts'

export interface ToastMessage {
  kind: 'success' | 'error' | 'info'
  title: string
  message?: string | undefined
  /** The same in German, below a title and a message that are fixed in another language. */
  translation?: string | undefined
  /** Language of title and message where it is not German. */
  lang?: string | undefined
  /** Language of the message alone. */
  messageLang?: string | undefined
  action?: { label: string; onClick: () => void } | undefined
  /** 0 keeps it until it is closed. */
  timeoutMs?: number | undefined
}

/**
 * Shows a message at the lower right edge, from anywhere. The same message again restarts the one that is shown.
 * The toaster is loaded with the first message, which waits until it stands. Returns what takes it away again, for when
 * it is no longer true.
 */
export function showToast(message: ToastMessage): () => void {
  loading ??= import('./toaster.tsx').then(toaster => toaster.mountToaster())
  loading.then(
    toaster => toaster.add({ ...message, timeoutMs: message.timeoutMs ?? toastTimeoutMs }),
    () => {
      // Without the network the toaster may not load: the next message tries again.
      loading = undefined
    },
  )
  return () => void loading?.then(toaster => toaster.close(message)).catch(() => undefined)
}

/** Takes away the errors shown so far: with the next try, or on the way to another page, they tell nothing any more. */
export function closeErrorToasts(): void {
  loading?.then(
    toaster => toaster.closeErrors(),
    () => undefined,
  )
}

export interface MountedToaster {
  add: (message: ToastMessage & { timeoutMs: number }) => void
  close: (message: ToastMessage) => void
  closeErrors: () => void
}

let loading: Promise<MountedToaster> | undefined
