import type { ReactNode } from 'react'

/** A decorative icon next to a word: hidden from assistive technology, sized like the text. */
export function IconSlot({ icon }: { icon: ReactNode }) {
  return (
    <span aria-hidden="true" className="inline-flex shrink-0 [&>svg]:size-5">
      {icon}
    </span>
  )
}
