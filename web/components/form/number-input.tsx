import { useEffect, useState } from 'react'
import { type FieldPath, type FieldValues, useWatch } from 'react-hook-form'
import { afterPress } from '#web/lib/browser/after-press.ts'
import { parseGermanNumber } from '#web/lib/format/format.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { BoundField, type BoundProps } from './bound-field.tsx'
import { controlClass } from './control-class.ts'
import type { FieldControl } from './field.tsx'

export interface NumberInputProps<Values extends FieldValues, Name extends FieldPath<Values>, Context, Submitted>
  extends BoundProps<Values, Name, Context, Submitted> {
  /** Decimals that are always shown, once the field loses the focus: none for a count. */
  decimals?: number | undefined
  /** Allows a minus, which the number pads of phones lack. */
  signed?: boolean | undefined
  /** Shown at the right edge and read out with the field: `Std.`, `€`. */
  unit?: string | undefined
  /** Turns an empty field into null; otherwise it is NaN, which the schema reports as missing. */
  nullable?: boolean | undefined
  placeholder?: string | undefined
  /** Parses the input; undefined if it is not a number. Defaults to German notation. */
  parse?: ((text: string) => number | undefined) | undefined
  /** Validates a value; returns a validation key or a sentence, shown on blur. */
  check?: ((value: number | null) => string | undefined) | undefined
  /** Explains the parsed number below the field while typing. */
  reading?: ((value: number) => string) | undefined
}

/**
 * A number in German notation. Other input reaches the schema as Infinity, which it refuses, and stays in the field as typed. Focus selects the text.
 */
export function NumberInput<Values extends FieldValues, Name extends FieldPath<Values>, Context, Submitted>({
  decimals = 0,
  signed = false,
  unit,
  nullable = false,
  placeholder,
  parse = parseGermanNumber,
  reading,
  check,
  ...rest
}: NumberInputProps<Values, Name, Context, Submitted>) {
  // Shows the error until the value changes.
  const [left, setLeft] = useState<{ value: number | null; error: string | undefined }>()
  const current = useWatch({ control: rest.control, name: rest.name })
  return (
    <BoundField {...rest} ownError={left && sameNumber(left.value, current ?? null) ? left.error : undefined}>
      {(control, field) => (
        <NumberText
          control={control}
          name={field.name}
          value={field.value}
          inputRef={field.ref}
          onValue={field.onChange}
          onBlur={() => {
            // An empty field may still be filled: the form decides whether it is required.
            const value: number | null = field.value ?? null
            if (check && !Number.isNaN(value)) afterPress(() => setLeft({ value, error: check(value) }))
            field.onBlur()
          }}
          disabled={rest.disabled === true}
          decimals={decimals}
          signed={signed}
          unit={unit}
          nullable={nullable}
          placeholder={placeholder}
          parse={parse}
          reading={reading}
        />
      )}
    </BoundField>
  )
}

interface NumberTextProps {
  control: FieldControl
  name: string
  value: number | null | undefined
  inputRef: (element: HTMLInputElement | null) => void
  onValue: (value: number | null) => void
  onBlur: () => void
  disabled: boolean
  decimals: number
  signed: boolean
  unit: string | undefined
  nullable: boolean
  placeholder: string | undefined
  parse: (text: string) => number | undefined
  reading: ((value: number) => string) | undefined
}

function NumberText({
  control,
  value,
  onValue,
  onBlur,
  decimals,
  signed,
  unit,
  nullable,
  inputRef,
  parse,
  reading,
  ...rest
}: NumberTextProps) {
  const [text, setText] = useState(() => textOf(value, decimals))

  // A value set from outside (a reset, a restored draft) replaces the text; a typed one does not.
  useEffect(() => {
    setText(shown => (sameNumber(numberOf(shown, nullable, parse), value ?? null) ? shown : textOf(value, decimals)))
  }, [value, decimals, nullable, parse])

  const input = (
    <span className="relative block">
      <input
        {...control}
        {...rest}
        ref={inputRef}
        type="text"
        inputMode={signed ? 'text' : 'decimal'}
        autoComplete="off"
        aria-describedby={
          [unit && `${control.id}-unit`, reading && `${control.id}-reading`, control['aria-describedby']]
            .filter(Boolean)
            .join(' ') || undefined
        }
        value={text}
        onChange={event => {
          setText(event.target.value)
          onValue(numberOf(event.target.value, nullable, parse))
        }}
        onFocus={event => event.currentTarget.select()}
        // The focusing click would place the cursor and undo the selection; the next click may.
        onMouseDown={event => {
          if (document.activeElement === event.currentTarget || event.button !== 0) return
          event.preventDefault()
          event.currentTarget.focus()
        }}
        onBlur={() => {
          const number = parse(text)
          if (number !== undefined) setText(textOf(number, decimals))
          onBlur()
        }}
        className={controlClass('tabular', unit !== undefined && 'pr-14')}
      />
      {unit ? (
        <span
          id={`${control.id}-unit`}
          className="pointer-events-none absolute inset-y-0 right-3.5 grid place-items-center text-label text-muted"
        >
          {unit}
        </span>
      ) : null}
    </span>
  )
  if (!reading) return input
  const understood = parse(text)
  return (
    <span className="grid gap-1">
      {input}
      <span id={`${control.id}-reading`} className="min-h-5 tabular text-muted text-small">
        {understood === undefined ? '' : reading(understood)}
      </span>
    </span>
  )
}

/** Keeps additional decimals, so that no typed digit disappears unnoticed. */
function textOf(value: number | null | undefined, decimals: number): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return ''
  return formatNumber(value, decimals, 6)
}

function numberOf(text: string, nullable: boolean, parse: (text: string) => number | undefined): number | null {
  if (text.trim() === '') return nullable ? null : Number.NaN
  return parse(text) ?? Number.POSITIVE_INFINITY
}

function sameNumber(a: number | null, b: number | null): boolean {
  return Object.is(a, b)
}
