import { expect, it } from 'vitest'
import { missingTexts } from '#contract/texts/invoice-missing.texts.ts'
import { billingPart } from '#web/features/business-profile/billing-part.ts'
import { missingTarget } from '#web/texts/missing-places.texts.ts'

it('leads each missing part of the business profile to the page that has its field', () => {
  for (const field of Object.keys(missingTexts.business)) {
    const isBilling = billingPart.fields.some(name => name === field)
    expect(missingTarget({ place: 'business', field }), field).toBe(isBilling ? 'billing' : 'company')
  }
})

it('has a page of its own for the draft, the customer and the number series', () => {
  expect(missingTarget({ place: 'invoice', field: 'iban' })).toBe('invoice')
  expect(missingTarget({ place: 'customer', field: 'vatId' })).toBe('customer')
  expect(missingTarget({ place: 'numberSeries', field: 'invoice' })).toBe('numberSeries')
})
