import { type ComponentProps, memo } from 'react'
import { classNames } from '#web/components/display/class-names.ts'
import { controlClass } from './control-class.ts'

export interface Choice {
  value: string
  label: string
}

export interface NativeSelectProps extends Omit<ComponentProps<'select'>, 'children' | 'onChange' | 'size'> {
  choices: readonly Choice[]
  onValueChange: (value: string) => void
  /** 38 px for toolbars. */
  compact?: boolean | undefined
}

/** The native select in our frame. */
export function NativeSelect({ choices, onValueChange, compact = false, className, ...rest }: NativeSelectProps) {
  return (
    <span className={classNames('relative block', className)}>
      <select
        {...rest}
        onChange={event => onValueChange(event.target.value)}
        className={controlClass('appearance-none truncate pr-9', compact && 'min-h-[38px]! py-1 pl-2.5 text-label')}
      >
        <KeptOptions choices={choices} />
      </select>
      <svg
        viewBox="0 0 16 16"
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="m4 6 4 4 4-4" />
      </svg>
    </span>
  )
}

interface OptionsProps {
  choices: readonly Choice[]
}

function Options({ choices }: OptionsProps) {
  return choices.map(choice => (
    <option key={choice.value} value={choice.value}>
      {choice.label}
    </option>
  ))
}

/** Most elements of a filter bar are options, and a press renders the bar: they stay while the choices are the same. */
const KeptOptions = memo(Options, haveSameChoices)

function haveSameChoices(one: OptionsProps, other: OptionsProps): boolean {
  const { choices } = other
  return (
    one.choices.length === choices.length &&
    one.choices.every(({ value, label }, index) => value === choices[index]?.value && label === choices[index]?.label)
  )
}
