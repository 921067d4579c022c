import type { ReactNode } from 'react'

export const mainId = 'inhalt'

/** The page's main element, at least as high as the window allows, which keeps the footer at the bottom. */
export function PageMain({ children }: { children: ReactNode }) {
  return (
    <main id={mainId} tabIndex={-1} className="page-main outline-none">
      {children}
    </main>
  )
}
