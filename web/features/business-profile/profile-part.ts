import type { StandardSchemaV1 } from '@standard-schema/spec'
import * as z from 'zod/mini'
import { type BusinessProfileInput, businessProfileInput } from '#contract/business-profile.ts'

/** What one section of the settings holds of the business profile, and is saved without the rest. */
export interface ProfilePart<Values> {
  /** Tells its draft from those of the others. */
  name: string
  schema: StandardSchemaV1<Values, Values>
  fields: readonly (keyof Values)[]
  valuesOf: (profile: BusinessProfileInput) => Values
  /** As a person compares two versions of it. */
  shownFields: readonly ShownField<Values>[]
}
type ShownField<Values> = { label: string; show: (values: Values) => string }

export type ValuesOf<Part> = Part extends ProfilePart<infer Values> ? Values : never

/** The part with these fields of the profile. */
export function profilePart<const Name extends keyof BusinessProfileInput>(
  name: string,
  fields: readonly Name[],
  shownFields: readonly ShownField<Pick<BusinessProfileInput, Name>>[],
): ProfilePart<Pick<BusinessProfileInput, Name>> {
  type Values = Pick<BusinessProfileInput, Name>
  const shape = Object.fromEntries(fields.map(field => [field, businessProfileInput.shape[field]]))
  return {
    name: `business-profile-${name}`,
    // Of exactly these fields; the types cannot tell while they do not know which.
    schema: z.strictObject(shape) as unknown as StandardSchemaV1<Values, Values>,
    fields,
    valuesOf: profile => Object.fromEntries(fields.map(field => [field, profile[field]])) as Values, // exactly these
    shownFields,
  }
}
