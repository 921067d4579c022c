import type { ReactNode } from 'react'
import { unbroken } from './unbroken.tsx'

export interface PageHeaderProps {
  title: ReactNode
  /** Above the title. */
  breadcrumbs?: ReactNode
  /** Below the title: badges, a number, a date. */
  meta?: ReactNode
  /** One or two sentences. */
  lead?: ReactNode
  actions?: ReactNode
  /** Language of a title that is not German. */
  titleLang?: string | undefined
}

/** The header of a page. Its h1 receives the focus after a navigation. */
export function PageHeader({ title, breadcrumbs, meta, lead, actions, titleLang }: PageHeaderProps) {
  return (
    <div className="mb-6 grid gap-1.5 phone:mb-4">
      {breadcrumbs}
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2.5">
        <h1 tabIndex={-1} lang={titleLang} className="min-w-0 flex-1 basis-48 text-title md:basis-72">
          {title}
        </h1>
        {actions ? <div className={headerActionsClass}>{actions}</div> : null}
        {meta ? (
          <div className="flex w-full flex-wrap items-center gap-x-3 gap-y-2 text-label text-muted">{meta}</div>
        ) : null}
        {lead ? (
          <div className="w-full">
            <p className="max-w-reading text-muted">{unbroken(lead)}</p>
          </div>
        ) : null}
      </div>
    </div>
  )
}

/** Class names of the actions in a header. On a phone they share the last line, closer together so that two and a menu fit; an icon button stays next to the title. */
export const headerActionsClass =
  'flex flex-wrap gap-3 phone:gap-2 phone:[&>:is(a,button)]:px-3 phone:*:grow phone:not-has-[>.csv-button:only-child]:order-1 phone:not-has-[>.csv-button:only-child]:mt-1.5 phone:not-has-[>.csv-button:only-child]:w-full'
