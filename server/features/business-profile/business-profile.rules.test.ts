import { expect, it } from 'vitest'
import { powerMasterDefaults } from '#contract/texts/power-master-defaults.texts.ts'
import { emptyProfile } from './business-profile.rules.ts'

/** All its texts, by their paths. */
function valuesIn(value: unknown, path = ''): [path: string, value: unknown][] {
  if (Array.isArray(value)) return value.length === 0 ? [] : [[path, value]]
  if (typeof value !== 'object' || value === null) return value ? [[path, value]] : []
  return Object.entries(value).flatMap(([name, inner]) => valuesIn(inner, path === '' ? name : `${path}.${name}`))
}

it('a new business is in Germany with two weeks to pay, and no page makes other claims about it', () => {
  // The description of PowerMaster holds for every business that shows its page.
  const { powerMaster, ...ofBusiness } = emptyProfile
  expect(powerMaster).toEqual(powerMasterDefaults)
  expect(valuesIn(ofBusiness)).toEqual([
    ['address.country', 'DE'],
    ['paymentDays', 14],
  ])
  expect(Object.keys(emptyProfile.homepage)).toEqual(
    expect.arrayContaining(['heading', 'facts', 'steps', 'contactText']),
  )
})
