import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { classNames } from '#web/components/display/class-names.ts'
import { unbroken } from '#web/components/display/unbroken.tsx'

/** An underlined anchor, for addresses outside the app. Inside the app use `TextLink`. */
export function TextAnchor({ className, children, ...rest }: ComponentProps<'a'>) {
  return (
    <a {...rest} className={classNames(textLinkClass, className)}>
      {unbroken(children)}
    </a>
  )
}

/** A router link within text; takes `to`, `params` and `search`. */
export const TextLink = createLink(TextAnchor)

export const textLinkClass =
  'rounded-[2px] text-link underline decoration-1 underline-offset-[0.2em] hover:decoration-2'
