import { type FormEvent, type ReactNode, useMemo } from 'react'
import type { FieldErrors, FieldValues, UseFormReturn } from 'react-hook-form'
import { Notice } from '#web/components/feedback/notice.tsx'
import { closeErrorToasts } from '#web/components/feedback/toast.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { validationText } from '#web/texts/form-validation.texts.ts'
import { FormStateProvider } from './form-context.ts'

export interface FormProps<Values extends FieldValues, Context, Submitted> {
  form: UseFormReturn<Values, Context, Submitted>
  /** Called with the validated values. While its promise is pending the form is busy and does not submit again. */
  onSubmit: (values: Submitted) => unknown
  /** Called with the error of `onSubmit`, to show it in the form. */
  onFailure?: ((error: unknown) => void) | undefined
  /** Accessible name, required on a page with several forms. */
  label?: string | undefined
  id?: string | undefined
  /** `none` if every field is obviously required, as in a login. */
  requiredMarks?: 'marks' | 'none' | undefined
  className?: string | undefined
  children: ReactNode
}

/** A form on react-hook-form. Native validation is off: fields show the contract's errors. */
export function Form<Values extends FieldValues, Context, Submitted>({
  form,
  onSubmit,
  onFailure,
  label,
  id,
  requiredMarks = 'marks',
  className = 'grid gap-5',
  children,
}: FormProps<Values, Context, Submitted>) {
  const { errors, isSubmitting, submitCount } = form.formState
  const rootMessages = errors.root ? fieldMessages({ form: errors.root }) : []
  const hasRequiredMarks = requiredMarks === 'marks'
  const state = useMemo(() => ({ isSubmitting, hasRequiredMarks }), [isSubmitting, hasRequiredMarks])

  async function send(values: Submitted) {
    closeErrorToasts()
    try {
      await onSubmit(values)
    } catch (error) {
      if (!onFailure) throw error
      onFailure(error)
    }
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    // A form in a drawer is a child of the page's form in React's tree, but not in the document.
    event.stopPropagation()
    if (isSubmitting) event.preventDefault()
    else void form.handleSubmit(send)(event)
  }

  return (
    <FormStateProvider value={state}>
      <form noValidate id={id} aria-label={label} aria-busy={isSubmitting} onSubmit={submit} className={className}>
        {hasRequiredMarks ? <p className="text-small text-muted">{commonTexts.requiredNote}</p> : null}
        {children}
        {rootMessages.length > 0 ? (
          <Notice kind="error" live>
            {rootMessages.map(validationText).join(' ')}
          </Notice>
        ) : null}
        <p role="status" className="sr-only">
          {submitCount > 0 && !isSubmitting ? summaryOf(errors, rootMessages.length > 0) : null}
        </p>
      </form>
    </FormStateProvider>
  )
}

/** Announced after a refused submit unless a notice is shown. A field's error is read out when it receives the focus. */
function summaryOf(errors: FieldErrors, hasNotice: boolean): string | null {
  const { length } = fieldMessages(errors)
  return length === 0 || hasNotice ? null : commonTexts.checkInput(length)
}

function fieldMessages(errors: object): string[] {
  return Object.entries(errors).flatMap(([key, error]) => {
    if (key === 'root' || key === 'ref' || typeof error !== 'object' || error === null) return []
    const own = 'message' in error && typeof error.message === 'string' ? [error.message] : []
    return [...own, ...fieldMessages(error)]
  })
}
