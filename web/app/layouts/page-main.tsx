import type { ReactNode } from 'react'

export const mainId = 'inhalt'

/** The page itself; at least as high as the window leaves room, so that the footer never floats in the middle. */
export function PageMain({ children }: { children: ReactNode }) {
  return (
    <main id={mainId} tabIndex={-1} className="page-main outline-none">
      {children}
    </main>
  )
}
