/** Fields of a body that a caller must or may send, where that depends on the caller. */
import { isDeepStrictEqual } from 'node:util'
import type { FieldError } from '#contract/errors.ts'
import { validationTexts } from '#contract/texts/validation.texts.ts'
import type { ValidationCode } from '#contract/validation.ts'
import { AppError } from '#server/app-error.ts'

/** Refuses (422 `unknown_field`) every field of the body that is not among `names`. */
export function allowOnly(body: object, names: readonly string[]): void {
  refuse(
    Object.keys(body).filter(name => !names.includes(name)),
    'unknown_field',
  )
}

/** Refuses (422 `required`) a body in which one of `names` is missing: PUT replaces the whole. */
export function demandAll(body: object, names: readonly string[]): void {
  const sent: Record<string, unknown> = { ...body }
  refuse(
    names.filter(name => sent[name] === undefined),
    'required',
  )
}

function refuse(fields: string[], code: ValidationCode): void {
  if (fields.length === 0) return
  const errors: FieldError[] = fields.map(field => ({ field, code, message: validationTexts[code] }))
  throw new AppError('request.invalid', { errors })
}

/** A partial body as zod types it. */
export type Change<T> = { readonly [K in keyof T]?: T[K] | undefined }

/** The fields that were sent. */
export function sentFields<T extends object>(change: Change<T>): Partial<T> {
  // Entries without a value are removed; names and other values are those of the change.
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<T>
}

/** Names of the fields whose values differ, for the audit log. */
export function changedFields(before: object, after: object): string[] {
  return Object.entries(after)
    .filter(([name, value]) => !isDeepStrictEqual(value, Reflect.get(before, name)))
    .map(([name]) => name)
}
