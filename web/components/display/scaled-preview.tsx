import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from './class-names.ts'

interface ScaledPreviewProps {
  label: string
  className?: string | undefined
  children: ReactNode
}

/**
 * A page at the width of the window, scaled down to fit: lines break as on the real page. For viewing only: not
 * clickable, focusable or announced.
 */
export function ScaledPreview({ label, className, children }: ScaledPreviewProps) {
  const frame = useRef<HTMLElement>(null)
  const [{ width, scale }, setSize] = useState({ width: 0, scale: 0 })

  useLayoutEffect(() => {
    const measure = () => {
      const width = document.documentElement.clientWidth
      setSize({ width, scale: (frame.current?.clientWidth ?? 0) / width })
    }
    measure()
    const observer = new ResizeObserver(measure)
    if (frame.current) observer.observe(frame.current)
    return () => observer.disconnect()
  }, [])

  return (
    <section
      ref={frame}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      tabIndex={0}
      className={classNames('overflow-x-clip overflow-y-auto overscroll-contain bg-page', className)}
    >
      {scale > 0 ? (
        <div inert style={{ width, zoom: scale }}>
          {children}
        </div>
      ) : null}
    </section>
  )
}
