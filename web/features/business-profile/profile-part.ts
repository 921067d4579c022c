import type { StandardSchemaV1 } from '@standard-schema/spec'
import * as z from 'zod/mini'
import { type BusinessProfileInput, businessProfileInput } from '#contract/business-profile.ts'

/** The fields of the business profile that one section of the settings edits and saves. */
export interface ProfilePart<Values> {
  /** Distinguishes its draft from those of other sections. */
  name: string
  schema: StandardSchemaV1<Values, Values>
  fields: readonly (keyof Values)[]
  valuesOf: (profile: BusinessProfileInput) => Values
  /** For comparing two versions. */
  shownFields: readonly ShownField<Values>[]
}
type ShownField<Values> = { label: string; show: (values: Values) => string }

export type ValuesOf<Part> = Part extends ProfilePart<infer Values> ? Values : never

/** Defines a part with these fields of the profile. */
export function profilePart<const Name extends keyof BusinessProfileInput>(
  name: string,
  fields: readonly Name[],
  shownFields: readonly ShownField<Pick<BusinessProfileInput, Name>>[],
): ProfilePart<Pick<BusinessProfileInput, Name>> {
  type Values = Pick<BusinessProfileInput, Name>
  const shape = Object.fromEntries(fields.map(field => [field, businessProfileInput.shape[field]]))
  return {
    name: `business-profile-${name}`,
    // Has exactly these fields; the types cannot express that while the names are generic.
    schema: z.strictObject(shape) as unknown as StandardSchemaV1<Values, Values>,
    fields,
    valuesOf: profile => Object.fromEntries(fields.map(field => [field, profile[field]])) as Values, // Exactly these fields.
    shownFields,
  }
}
