import { expect, test } from 'vitest'
import { businessProfileInput } from '#contract/business-profile.ts'
import { billingPart } from './billing-part.ts'
import { companyPart } from './company-part.ts'
import { homepagePart } from './homepage-part.ts'
import { legalPart } from './legal-part.ts'
import { powerMasterPart } from './power-master-part.ts'

const parts = [companyPart, billingPart, homepagePart, powerMasterPart, legalPart]
const names = Object.keys(businessProfileInput.shape)
const marks = Object.fromEntries(names.map(name => [name, `mark of ${name}`]))

test('every field of the business profile is edited in exactly one section', () => {
  // Only the names matter here.
  const edited = parts.flatMap(part => Object.keys(part.valuesOf(marks as never)))
  expect(edited.toSorted()).toEqual(names.toSorted())
})

test('a section validates exactly the fields it shows', async () => {
  for (const part of parts) {
    const { issues = [] } = await part.schema['~standard'].validate({})
    const missing = new Set(issues.map(({ path = [] }) => String(path[0])))
    expect([...missing].toSorted()).toEqual(Object.keys(part.valuesOf(marks as never)).toSorted())
  }
})
