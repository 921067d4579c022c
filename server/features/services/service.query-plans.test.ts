import { afterAll, describe, expect, it } from 'vitest'
import { variantsOf } from '#server/testing/list-variants.ts'
import { flags, openQueryPlans, param, scansIn, unorderedIn, unsoughtIn } from '#server/testing/query-plans.ts'
import { servicePages } from './service-list.queries.ts'
import { downWebsites, expiringCertificates, silentApplications } from './service-summary.queries.ts'

const { db, planOf, close } = await openQueryPlans()
afterAll(close)

describe('the list of services', () => {
  const unsearched = variantsOf(servicePages).filter(
    ({ words, 'by certificate': certificate }) => words === 0 && certificate === '',
  )
  const plansOf = (variants: typeof unsearched) =>
    Promise.all(variants.map(variant => planOf(servicePages.page(variant, db, param))))

  it('of a collection walks its index by name', async () => {
    const ofCollection = unsearched.filter(variant => variant['by collection'] && variant.ordering.endsWith('name'))
    const plans = await plansOf(ofCollection)
    expect(plans).toHaveLength(16)
    expect(unorderedIn(plans)).toEqual([])
    expect(plans.filter(plan => !plan.some(step => step.includes('service_of_collection')))).toEqual([])
  })

  it('starts with problems, with any filter', async () => {
    const byNeed = unsearched.filter(variant => !variant['by collection'] && variant.ordering.endsWith('state'))
    const plans = await plansOf(byNeed)
    expect(unorderedIn(plans)).toEqual([])
    // Up and down, of one customer and of all, with a kind and without. Those of one state have the order of their names.
    expect(plans).toHaveLength(8)
    expect(plans.flat().filter(step => step.includes('_need'))).toHaveLength(8)
  })

  it('finds certificates that expire by their index', async () => {
    const expiring = variantsOf(servicePages).filter(variant => variant['by certificate'])
    const statements = expiring.flatMap(variant => [
      servicePages.page(variant, db, param),
      servicePages.count(variant, db, param),
    ])
    expect(unsoughtIn(await Promise.all(statements.map(planOf)), 'website_service')).toEqual([])
  })

  it('over all customers seeks the kind where problems come first', async () => {
    const ofKind = unsearched.filter(
      ({ isScoped, ordering, ...by }) => !isScoped && !by['by collection'] && by['by type'] && ordering === 'state',
    )
    const plans = await plansOf(ofKind)
    expect(plans).toHaveLength(1)
    expect(unsoughtIn(plans, 'service')).toEqual([])
  })

  it('has a summary that reads only services with a problem', async () => {
    const looks = [downWebsites, expiringCertificates, silentApplications]
    const plans = looks.flatMap(look => flags.map(isScoped => planOf(look({ isScoped }, db, param))))
    // The matches are counted and sorted once more: that is no table.
    const ofTables = (await Promise.all(plans)).map(plan => plan.filter(step => !step.startsWith('SCAN (subquery')))
    expect(scansIn(ofTables)).toEqual([])
    expect(unsoughtIn(ofTables, 'service')).toEqual([])
  })
})
