import { RingArt } from '#web/components/display/ring-art.tsx'

/** Rings behind the centre of the parent. Below a heading they fade out towards the text above. */
export function HeroRings() {
  return (
    <RingArt className="pointer-events-none absolute top-1/2 left-1/2 -z-10 w-[clamp(34rem,62vw,52rem)] -translate-1/2 opacity-60 dark:opacity-85 max-lg:[mask-image:linear-gradient(to_top,#000_52%,#0000_78%)] lg:[mask-image:linear-gradient(to_left,#000_65%,#0000_98%)]" />
  )
}
