import { useEffect, useRef } from 'react'
import { afterPaint } from '#web/lib/browser/after-paint.ts'
import { takeRingArt } from '#web/lib/browser/ring-art.ts'

/** The loading screen's rings of digits, not animated. Decorative; sized by `className`. */
export function RingArt({ className }: { className?: string }) {
  const host = useRef<HTMLDivElement>(null)
  // More than a thousand digits along paths cost as much as the page itself, so the page renders first.
  useEffect(() => afterPaint(() => host.current?.replaceChildren(...takeRingArt())), [])
  return <div ref={host} aria-hidden="true" className={className} />
}
