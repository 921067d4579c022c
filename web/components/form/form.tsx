import { type FormEvent, type ReactNode, useMemo } from 'react'
import type { FieldErrors, FieldValues, UseFormReturn } from 'react-hook-form'
import { Notice } from '#web/components/feedback/notice.tsx'
import { closeErrorToasts } from '#web/components/feedback/toast.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { validationText } from '#web/texts/form-validation.texts.ts'
import { FormStateProvider } from './form-context.ts'

export interface FormProps<Values extends FieldValues, Context, Submitted> {
  form: UseFormReturn<Values, Context, Submitted>
  /** Gets the values after validation. While its promise is pending the form is busy and sends nothing twice. */
  onSubmit: (values: Submitted) => unknown
  /** Gets what `onSubmit` threw, to show it in the form. */
  onFailure?: ((error: unknown) => void) | undefined
  /** Accessible name, needed where a page has several forms. */
  label?: string | undefined
  id?: string | undefined
  /** `none` where every field is required and says so by itself, as in a login. */
  requiredMarks?: 'marks' | 'none' | undefined
  className?: string | undefined
  children: ReactNode
}

/** A form on react-hook-form. The browser's own checks are off: the contract's are shown at the fields. */
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
    // A form in a drawer is a child of the page's form in React's tree, though not in the document's.
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

/** Spoken after a refused submit, unless a notice says it. What is wrong with a field is read out with its focus. */
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
