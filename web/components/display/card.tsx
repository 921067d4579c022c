import type { ReactNode } from 'react'
import { useId } from 'react'
import { classNames } from './class-names.ts'

export interface CardProps {
  /** Makes the card a named section. */
  title?: ReactNode
  headingLevel?: 2 | 3 | undefined
  /** A button or a link next to the title. */
  actions?: ReactNode
  tone?: 'surface' | 'sunken' | 'night' | undefined
  /** `none` for a table or a list with padding of its own. */
  padding?: 'normal' | 'none' | undefined
  className?: string | undefined
  children?: ReactNode
}

/** A framed block of content, optionally with title and actions. */
export function Card({
  title,
  headingLevel = 2,
  actions,
  tone = 'surface',
  padding = 'normal',
  className,
  children,
}: CardProps) {
  const titleId = useId()
  const Heading = `h${headingLevel}` as const
  const Frame = title ? 'section' : 'div'
  return (
    <Frame
      aria-labelledby={title ? titleId : undefined}
      className={classNames(
        'min-w-0 rounded-card border',
        tones[tone],
        padding === 'normal' && 'p-5 sm:p-6',
        className,
      )}
    >
      {title || actions ? (
        <div
          className={classNames(
            'mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2',
            padding === 'none' && 'px-5 pt-5 sm:px-6 sm:pt-6',
          )}
        >
          {title ? (
            <Heading id={titleId} className="text-heading">
              {title}
            </Heading>
          ) : null}
          {actions}
        </div>
      ) : null}
      {children}
    </Frame>
  )
}

const tones = {
  surface: 'border-hairline bg-surface',
  sunken: 'border-hairline bg-sunken',
  night: 'scheme-dark border-hairline bg-night text-on-night',
}
