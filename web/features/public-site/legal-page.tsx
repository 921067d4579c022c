import { IconPrinter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Button } from '#web/components/action/button.tsx'
import { legalTexts } from '#web/texts/legal.texts.ts'

export interface LegalPageProps {
  title: string
  lead?: string | undefined
  children: ReactNode
}

/** A page of text at reading width, also designed for print. */
export function LegalPage({ title, lead, children }: LegalPageProps) {
  return (
    <article className="page-width py-10 sm:py-14">
      <div className="mb-8 flex max-w-reading flex-wrap items-end justify-between gap-4">
        <div>
          <h1 tabIndex={-1} className="text-title">
            {title}
          </h1>
          {lead ? <p className="mt-2 text-muted">{lead}</p> : null}
        </div>
        <Button size="small" icon={<IconPrinter />} data-screen-only="" onClick={() => window.print()}>
          {legalTexts.print}
        </Button>
      </div>
      {children}
    </article>
  )
}
