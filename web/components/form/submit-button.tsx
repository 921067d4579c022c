import { Button, type ButtonProps } from '#web/components/action/button.tsx'
import { useFormStateContext } from './form-context.ts'

/** Submits the surrounding form; busy while it is submitting. */
export function SubmitButton({ variant = 'primary', ...rest }: Omit<ButtonProps, 'type'>) {
  const { isSubmitting } = useFormStateContext()
  return <Button {...rest} type="submit" variant={variant} busy={isSubmitting || rest.busy === true} />
}
