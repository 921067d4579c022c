import { type ReactNode, useRef } from 'react'
import { Brand } from './brand.tsx'
import { PageMain } from './page-main.tsx'
import { useMeasuredHeights } from './use-measured-heights.ts'

/** Only the company's name above the page: for the initial set-up, which has no other page to go to. */
export function PlainLayout({ children }: { children: ReactNode }) {
  const header = useRef<HTMLElement>(null)
  const footer = useRef<HTMLElement>(null)
  useMeasuredHeights(header, footer)
  return (
    <>
      <header ref={header} data-chrome="" className="border-hairline border-b bg-page">
        <div className="page-width flex h-15 items-center md:h-17">
          <Brand />
        </div>
      </header>
      <PageMain>{children}</PageMain>
    </>
  )
}
