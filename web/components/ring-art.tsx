import { useEffect, useRef } from 'react'
import { takeRingArt } from '#web/lib/ring-art.ts'

/** The rings of digits from the loading screen, standing still. Decoration; its size comes from `className`. */
export function RingArt({ className }: { className?: string }) {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    host.current?.replaceChildren(...takeRingArt())
  }, [])
  return <div ref={host} aria-hidden="true" className={className} />
}
