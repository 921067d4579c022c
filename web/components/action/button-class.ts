import { classNames } from '#web/components/display/class-names.ts'

/** `inverse` is for coloured bands; `quiet` has no frame. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'inverse'
/** 44 px, or 38 px inside tables and toolbars. */
export type ButtonSize = 'medium' | 'small'

/** Class names shared by buttons and links styled as buttons. */
export function buttonClass(variant: ButtonVariant, size: ButtonSize, fullOnPhone: boolean): string {
  return classNames(
    'relative inline-flex select-none items-center justify-center gap-2 rounded-control border font-semibold no-underline',
    'transition-colors duration-150 aria-disabled:opacity-60 disabled:opacity-60',
    size === 'small' ? 'min-h-[38px] px-3 text-label' : 'min-h-11 px-4.5 text-[1rem]/[1.3]',
    fullOnPhone && 'phone:w-full',
    looks[variant],
  )
}

const looks: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-primary text-on-primary hover:bg-primary-hover active:bg-primary-hover',
  secondary: 'border-field-border bg-surface text-ink hover:bg-sunken active:bg-sunken',
  quiet: 'border-transparent bg-transparent text-ink hover:bg-grey-tint active:bg-grey-tint',
  danger: 'border-transparent bg-red text-red-tint hover:opacity-90 active:opacity-90',
  inverse: 'border-transparent bg-night text-on-night hover:bg-lime-950 active:bg-lime-950',
}
