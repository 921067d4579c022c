import type { ReactNode } from 'react'
import {
  type Control,
  type ControllerRenderProps,
  type FieldPath,
  type FieldValues,
  useController,
} from 'react-hook-form'
import { Field, type FieldControl } from './field.tsx'

/** Props of every field bound to react-hook-form. `name` is checked against the form's values. */
export interface BoundProps<
  Values extends FieldValues,
  Name extends FieldPath<Values> = FieldPath<Values>,
  Context = unknown,
  Submitted = Values,
> {
  control: Control<Values, Context, Submitted>
  name: Name
  label: string
  hint?: ReactNode
  required?: boolean | undefined
  labelHidden?: boolean | undefined
  disabled?: boolean | undefined
  className?: string | undefined
}

interface BoundFieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Context, Submitted>
  extends BoundProps<Values, Name, Context, Submitted> {
  /** An error known before validation; shown until the form has an error for the field. */
  ownError?: string | undefined
  children: (control: FieldControl, field: ControllerRenderProps<Values, Name>) => ReactNode
}

/** A `Field` whose value and error come from the form. */
export function BoundField<Values extends FieldValues, Name extends FieldPath<Values>, Context, Submitted>({
  control,
  name,
  ownError,
  children,
  ...rest
}: BoundFieldProps<Values, Name, Context, Submitted>) {
  const { field, fieldState } = useController<Values, Name, Submitted>({ control, name })
  const { disabled: _, ...frame } = rest
  return (
    <Field {...frame} error={fieldState.error?.message ?? ownError}>
      {fieldControl => children(fieldControl, field)}
    </Field>
  )
}
