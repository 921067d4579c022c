import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '#web/components/display/class-names.ts'
import { Spinner } from '#web/components/feedback/spinner.tsx'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label' | 'title'> {
  /** The action as a verb: accessible name and tooltip. */
  label: string
  icon: ReactNode
  size?: 'medium' | 'small' | undefined
  framed?: boolean | undefined
  busy?: boolean | undefined
}

/** A button with an icon instead of a text; `label` is its accessible name and tooltip. */
export function IconButton({
  label,
  icon,
  size = 'medium',
  framed = false,
  busy = false,
  type = 'button',
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      onClick={busy ? undefined : onClick}
      className={classNames(iconButtonClass(size, framed), className)}
    >
      {busy ? <Spinner /> : icon}
    </button>
  )
}

/** Class names of an icon button, for parts that bring their own element. */
export function iconButtonClass(size: 'medium' | 'small' = 'medium', framed = false): string {
  return classNames(
    'inline-grid shrink-0 place-items-center rounded-control text-ink transition-colors duration-150',
    'hover:bg-grey-tint active:bg-grey-tint disabled:opacity-50 aria-disabled:opacity-60 [&>svg]:size-5',
    size === 'small' ? 'size-[38px]' : 'size-11',
    framed && 'border border-field-border bg-surface',
  )
}
