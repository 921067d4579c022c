import { toastTimeoutMs } from '#contract/limits.ts'

export interface ToastMessage {
  kind: 'success' | 'error' | 'info'
  title: string
  message?: string | undefined
  /** The German translation, shown below title and message in another language. */
  translation?: string | undefined
  /** Language of title and message if it is not German. */
  lang?: string | undefined
  /** Language of the message alone. */
  messageLang?: string | undefined
  action?: { label: string; onClick: () => void } | undefined
  /** 0 keeps it until it is closed. */
  timeoutMs?: number | undefined
}

/**
 * Shows a message at the lower right edge, from anywhere. A message that is already visible restarts its time. The
 * toaster loads with the first message, which waits for it. Returns a function that removes the message, for when it is
 * no longer true.
 */
export function showToast(message: ToastMessage): () => void {
  loading ??= import('./toaster.tsx').then(toaster => toaster.mountToaster())
  loading.then(
    toaster => toaster.add({ ...message, timeoutMs: message.timeoutMs ?? toastTimeoutMs }),
    () => {
      // Without network the toaster may fail to load: the next message tries again.
      loading = undefined
    },
  )
  return () => void loading?.then(toaster => toaster.close(message)).catch(() => undefined)
}

/** Closes the visible errors: they are outdated after another try or a navigation. */
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
