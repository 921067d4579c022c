import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ProblemError } from '#web/lib/api/api-error.ts'
import { commonTexts } from '#web/texts/common.texts.ts'

/**
 * Puts the server's field errors on the form's fields, focuses the first, and says what belongs to no field (or the
 * sentence of the whole answer, unless the fields say it all) on `root.server`. False when the error is none of the server's, or already told.
 */
export function applyProblem<T extends FieldValues>(
  form: Pick<UseFormReturn<T>, 'getValues' | 'setError'>,
  error: unknown,
  /** For a form whose values are nested otherwise than the body it sends. */
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
    // The path was just found in the form's values.
    form.setError(path as Path<T>, { type: code, message }, { shouldFocus: atFields.size === 0 })
    atFields.add(message)
  }
  const unnamed = error.unnamedErrorsCount > 0 ? [commonTexts.unnamedErrors(error.unnamedErrorsCount)] : []
  const isSaid = atFields.size > 0 && homeless.length === 0 && unnamed.length === 0
  if (isSaid && (error.code === 'request.invalid' || atFields.has(error.title))) return true
  form.setError('root.server', { type: error.code, message: [error.title, ...new Set(homeless), ...unnamed].join(' ') })
  return true
}

function hasPath(values: unknown, path: string): boolean {
  let value = values
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return false
    value = (value as Record<string, unknown>)[key] // an own key of an object, checked above
  }
  return true
}
