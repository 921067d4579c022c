import type { ReactNode } from 'react'

/** Decoration beside a word: hidden from assistive technology, sized to the text. */
export function IconSlot({ icon }: { icon: ReactNode }) {
  return (
    <span aria-hidden="true" className="inline-flex shrink-0 [&>svg]:size-5">
      {icon}
    </span>
  )
}
