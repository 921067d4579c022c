import { createLink } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { type ButtonSize, type ButtonVariant, buttonClass } from '#web/components/action/button-class.ts'
import { classNames } from '#web/components/display/class-names.ts'
import { IconSlot } from '#web/components/display/icon-slot.tsx'

export interface AnchorButtonProps extends ComponentProps<'a'> {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  icon?: ReactNode
  fullOnPhone?: boolean | undefined
}

/** An anchor styled as a button, for downloads and mail or telephone links. Inside the app use `LinkButton`. */
export function AnchorButton({
  variant = 'secondary',
  size = 'medium',
  icon,
  fullOnPhone = false,
  className,
  children,
  ...rest
}: AnchorButtonProps) {
  return (
    <a data-screen-only="" {...rest} className={classNames(buttonClass(variant, size, fullOnPhone), className)}>
      {icon ? <IconSlot icon={icon} /> : null}
      {children}
    </a>
  )
}

/** A router link styled as a button; takes `to`, `params` and `search`. */
export const LinkButton = createLink(AnchorButton)
