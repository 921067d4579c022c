import { lazy, type ReactNode, Suspense } from 'react'
import { useWasOpened } from './use-was-opened.ts'

export interface DrawerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Called after it has closed and the page behind it scrolls and has the focus again. */
  onClosed?: (() => void) | undefined
  title: ReactNode
  description?: ReactNode
  /** `wide` has room for two columns. */
  size?: 'normal' | 'wide' | undefined
  /** Sticks to the lower edge while the content scrolls. */
  footer?: ReactNode
  children: ReactNode
}

/**
 * A modal panel: from the right on a wide screen, from below on a phone. Escape, a click outside, the close button and
 * the browser's Back ask before discarding the input of a form that keeps a draft.
 */
export function Drawer(props: DrawerProps) {
  if (!useWasOpened(props.open)) return null
  return (
    <Suspense>
      <DrawerWindow {...props} />
    </Suspense>
  )
}

const DrawerWindow = lazy(async () => ({ default: (await import('./drawer-window.tsx')).DrawerWindow }))
