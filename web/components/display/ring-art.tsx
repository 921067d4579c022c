import { useEffect, useRef } from 'react'
import { afterPaint } from '#web/lib/browser/after-paint.ts'
import { takeRingArt } from '#web/lib/browser/ring-art.ts'

/** The rings of digits from the loading screen, standing still. Decoration; its size comes from `className`. */
export function RingArt({ className }: { className?: string }) {
  const host = useRef<HTMLDivElement>(null)
  // More than a thousand digits along their paths cost as much as the page around them, which comes first.
  useEffect(() => afterPaint(() => host.current?.replaceChildren(...takeRingArt())), [])
  return <div ref={host} aria-hidden="true" className={className} />
}
