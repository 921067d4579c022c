import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'

export interface WhenNearProps {
  /** Reserves space for the children, which avoids a layout shift. */
  className?: string
  children: ReactNode
}

/** Renders its children only when they are about to scroll into view. */
export function WhenNear({ className, children }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(entry => entry.isIntersecting)) setIsNear(true)
      },
      { rootMargin: '25% 0px' },
    )
    if (place.current) observer.observe(place.current)
    // Printing does not scroll.
    const appear = () => setIsNear(true)
    addEventListener('beforeprint', appear)
    return () => {
      observer.disconnect()
      removeEventListener('beforeprint', appear)
    }
  }, [])
  return (
    <div ref={place} className={className}>
      {isNear ? <Suspense>{children}</Suspense> : null}
    </div>
  )
}
