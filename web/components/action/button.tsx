import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { classNames } from '#web/components/display/class-names.ts'
import { IconSlot } from '#web/components/display/icon-slot.tsx'
import { Spinner } from '#web/components/feedback/spinner.tsx'
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts'

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  icon?: ReactNode
  /** Shows a spinner in place of the label, keeps width and focus, and ignores clicks. */
  busy?: boolean | undefined
  fullOnPhone?: boolean | undefined
}

/** A button in one of the product's variants. Its `type` defaults to `button`; use `SubmitButton` in forms. */
export function Button({
  variant = 'secondary',
  size = 'medium',
  icon,
  busy = false,
  fullOnPhone = false,
  type = 'button',
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  function clickUnlessBusy(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      onClick={clickUnlessBusy}
      className={classNames(buttonClass(variant, size, fullOnPhone), className)}
    >
      <span className={classNames('inline-flex items-center gap-2', busy && 'opacity-0')}>
        {icon ? <IconSlot icon={icon} /> : null}
        {children}
      </span>
      {busy ? (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      ) : null}
    </button>
  )
}
