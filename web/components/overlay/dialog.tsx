import { lazy, type ReactNode, Suspense } from 'react'
import { useWasOpened } from './use-was-opened.ts'

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  size?: 'small' | 'medium' | 'large' | undefined
  /** Buttons at the lower edge. A form brings its own. */
  footer?: ReactNode
  children?: ReactNode
}

/**
 * A modal dialog. Escape, a click outside and the browser's Back close it, with a question as in a `Drawer`. Returns
 * the focus afterwards.
 */
export function Dialog(props: DialogProps) {
  if (!useWasOpened(props.open)) return null
  return (
    <Suspense>
      <DialogWindow {...props} />
    </Suspense>
  )
}

const DialogWindow = lazy(async () => ({ default: (await import('./dialog-window.tsx')).DialogWindow }))
