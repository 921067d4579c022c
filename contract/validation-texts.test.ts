import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { allEndpoints } from './api.ts'
import type { Endpoint } from './endpoint.ts'
import { generalValidationTexts } from './texts/general-validation.texts.ts'
import { portalValidationTexts } from './texts/portal-validation.texts.ts'
import { validationCode, validationCodes } from './validation.ts'

const wrong = [undefined, null, '', ' ', 'x', '\u202e', 'x'.repeat(100_000), -1, 0.001, 1e12, true, [], ['x'], {}]

/** The keys that wrong bodies of an endpoint lead to: each field wrong, the others missing. */
function codesOf({ body }: Endpoint): Set<string> {
  const fields = body && 'shape' in body && body.shape instanceof Object ? Object.keys(body.shape) : []
  const bodies = [{}, ...wrong.flatMap(value => fields.map(field => ({ [field]: value })))]
  return new Set(bodies.flatMap(value => (body ? issuesOf(body, value).map(validationCode) : [])))
}

function issuesOf(schema: z.ZodMiniType, value: unknown): z.core.$ZodIssue[] {
  const result = schema.safeParse(value)
  return result.success ? [] : result.error.issues
}

describe('the sentences of validation keys', () => {
  it('are in one of the two files', () => {
    const all = [...Object.keys(generalValidationTexts), ...Object.keys(portalValidationTexts)]
    expect(all.toSorted()).toEqual([...validationCodes].toSorted())
  })

  it('are general where a form is outside the portals', () => {
    const outside = allEndpoints().filter(
      ({ name, endpoint }) => endpoint.access === 'public' || /^(accounts|ownSettings|unsubscriptions)\./.test(name),
    )
    const codes = new Set(outside.flatMap(({ endpoint }) => [...codesOf(endpoint)]))
    expect(codes.size).toBeGreaterThan(10)
    expect([...codes].filter(code => !(code in generalValidationTexts))).toEqual([])
  })
})
