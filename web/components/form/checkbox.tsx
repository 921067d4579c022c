import './checkbox.css'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '#web/components/display/class-names.ts'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'children'> {
  label: ReactNode
  labelHidden?: boolean | undefined
  /** True if some but not all of its items are checked. */
  indeterminate?: boolean | undefined
  onCheckedChange: (checked: boolean) => void
}

/** A checkbox with its label. In a form use `CheckboxField`. */
export function Checkbox({
  label,
  labelHidden = false,
  indeterminate = false,
  onCheckedChange,
  className,
  ref,
  ...rest
}: CheckboxProps) {
  return (
    <label className={classNames('flex min-h-11 items-center gap-3 py-1.5 text-label', className)}>
      <input
        {...rest}
        type="checkbox"
        ref={element => {
          if (element) element.indeterminate = indeterminate
          if (typeof ref === 'function') ref(element)
          else if (ref) ref.current = element
        }}
        onChange={event => onCheckedChange(event.target.checked)}
        className="checkbox"
      />
      <span className={labelHidden ? 'sr-only' : 'min-w-0 flex-1'}>{label}</span>
    </label>
  )
}
