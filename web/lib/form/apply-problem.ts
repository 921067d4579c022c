import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ProblemError } from '#web/lib/api/api-error.ts'
import { commonTexts } from '#web/texts/common.texts.ts'

/**
 * Shows the server's field errors at the form's fields, focuses the first one, and sets `root.server` to errors of no field (or to the
 * sentence of the whole answer, unless the fields cover it). False if the error is not the server's or has already been shown.
 */
export function applyProblem<T extends FieldValues>(
  form: Pick<UseFormReturn<T>, 'getValues' | 'setError'>,
  error: unknown,
  /** For a form whose values are nested differently from the request body. */
  nameInForm: (field: string) => string = field => field,
): boolean {
  if (!(error instanceof ProblemError) || error.isShown) return false
  const values: unknown = form.getValues()
  const atFields = new Set<string>()
  const homeless: string[] = []
  for (const { field, code, message } of error.errors) {
    const path = nameInForm(field.replaceAll(/\[(\w+)\]/g, '.$1'))
    if (!hasPath(values, path)) {
      homeless.push(message)
      continue
    }
    // The path has just been found in the form's values.
    form.setError(path as Path<T>, { type: code, message }, { shouldFocus: atFields.size === 0 })
    atFields.add(message)
  }
  const unnamed = error.unnamedErrorsCount > 0 ? [commonTexts.unnamedErrors(error.unnamedErrorsCount)] : []
  const isCovered = atFields.size > 0 && homeless.length === 0 && unnamed.length === 0
  if (isCovered && (error.code === 'request.invalid' || atFields.has(error.title))) return true
  form.setError('root.server', { type: error.code, message: [error.title, ...new Set(homeless), ...unnamed].join(' ') })
  return true
}

function hasPath(values: unknown, path: string): boolean {
  let value = values
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return false
    value = (value as Record<string, unknown>)[key] // An own key of an object, checked above.
  }
  return true
}
