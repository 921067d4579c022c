import type { FieldPath, UseFormReturn } from 'react-hook-form'
import type { InvoiceWithEntries } from '#contract/invoices.ts'
import { ProblemError } from '#web/lib/api/api-error.ts'
import { applyProblem } from '#web/lib/form/apply-problem.ts'
import type { DraftValues } from './draft-values.ts'

/** Shows the server's errors at the fields of a draft. If tax is shown, the net amounts are in its lines. */
export function applyRefusal(form: UseFormReturn<DraftValues>, error: unknown): boolean {
  if (!(error instanceof ProblemError)) return false
  const { code, title, status, requestId } = error
  const errors = error.errors.map(item => ({ ...item, field: fieldOf(form, item.field) }))
  const moved = new ProblemError({ type: 'about:blank', code, title, status, requestId, errors })
  moved.isShown = error.isShown
  return applyProblem(form, moved)
}

/** Marks the fields that a draft still needs to be published, focuses the first one and returns their names. */
export function showMissing(
  form: UseFormReturn<DraftValues>,
  missing: InvoiceWithEntries['missing'],
): FieldPath<DraftValues>[] {
  return missing.map(({ field, code }, index) => {
    // The fields of a draft are fields of its form.
    const name = fieldOf(form, field) as FieldPath<DraftValues>
    form.setError(name, { message: code }, { shouldFocus: index === 0 })
    return name
  })
}

function fieldOf(form: UseFormReturn<DraftValues>, field: string): string {
  return field === 'net' && form.getValues('tax').length > 0 ? 'tax.0.base' : field
}
