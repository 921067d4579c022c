import type { ReactNode } from 'react'
import { Card } from '#web/components/display/card.tsx'
import { RingArt } from '#web/components/display/ring-art.tsx'

export interface AccountFrameProps {
  title: string
  lead?: ReactNode
  /** At the bottom of the card: links to related pages. */
  footer?: ReactNode
  width?: 'narrow' | 'wide' | undefined
  children: ReactNode
}

/** A single card in the middle of the page with rings behind it: login, passwords, initial set-up. */
export function AccountFrame({ title, lead, footer, width = 'narrow', children }: AccountFrameProps) {
  return (
    <div className="relative isolate grid min-h-[inherit] place-items-center overflow-clip">
      <RingArt className="pointer-events-none absolute top-1/2 left-1/2 -z-10 w-[clamp(40rem,115vmin,68rem)] -translate-1/2 opacity-30 dark:opacity-40" />
      <div className="page-width grid justify-items-center py-10 sm:py-14">
        <Card className={`w-full shadow-float sm:p-8 ${width === 'wide' ? 'max-w-form' : 'max-w-[26rem]'}`}>
          <h1 tabIndex={-1} className="text-figure">
            {title}
          </h1>
          {lead ? <p className="mt-2 text-label text-muted">{lead}</p> : null}
          <div className="mt-6">{children}</div>
          {footer ? <div className="mt-6 border-hairline border-t pt-4 text-center text-label">{footer}</div> : null}
        </Card>
      </div>
    </div>
  )
}
