import { afterAll, describe, expect, it } from 'vitest'
import { serviceList } from '#contract/lists.ts'
import {
  combine,
  flags,
  openQueryPlans,
  param,
  scansIn,
  uncoveredIn,
  unorderedIn,
  unsoughtIn,
} from '#server/testing/query-plans.ts'
import { collectionCount, collectionPage } from './service-collection.queries.ts'
import { credentialCount, credentialPage } from './service-credential.queries.ts'
import { serviceCount, servicePage } from './service-list.queries.ts'
import { downWebsites, expiringCertificates, silentApplications } from './service-summary.queries.ts'

const { db, planOf, close } = await openQueryPlans()
afterAll(close)

describe('the list of services', () => {
  const variants = combine({
    ordering: serviceList.orderings,
    isScoped: flags,
    hasCollection: flags,
    hasType: flags,
    hasState: flags,
    hasExpiring: [false],
    words: [0, 1],
  })
  const unsearched = variants.filter(({ words }) => words === 0)

  it('walks an index in order with any filter; one collection is small enough to be sorted', async () => {
    const walked = unsearched.filter(({ hasCollection, ordering }) => !hasCollection || ordering.endsWith('name'))
    const plans = await Promise.all(walked.map(variant => planOf(servicePage(variant, db, param))))
    expect(plans).toHaveLength(80)
    expect(unorderedIn(plans)).toEqual([])
    const ofCollection = unsearched.filter(({ hasCollection }) => hasCollection)
    const sought = await Promise.all(ofCollection.map(variant => planOf(servicePage(variant, db, param))))
    expect(sought.filter(plan => !plan.some(step => step.includes('service_of_collection')))).toEqual([])
  })

  it('begins with what is down, for any filter', async () => {
    const byNeed = unsearched.filter(({ hasCollection, ordering }) => !hasCollection && ordering.endsWith('state'))
    const plans = await Promise.all(byNeed.map(variant => planOf(servicePage(variant, db, param))))
    expect(plans).toHaveLength(16)
    expect(unorderedIn(plans)).toEqual([])
    expect(plans.flat().filter(step => step.includes('_need')).length).toBe(8)
  })

  it('finds certificates that expire by their index', async () => {
    const expiring = variants.map(variant => ({ ...variant, hasExpiring: true }))
    const plans = expiring.flatMap(variant => [servicePage(variant, db, param), serviceCount(variant, db, param)])
    const found = await Promise.all(plans.map(planOf))
    expect(scansIn(found)).toEqual([])
    expect(unsoughtIn(found, 'website_service')).toEqual([])
  })

  it('over all customers seeks its filter, in its default order', async () => {
    const filtered = unsearched.filter(
      ({ isScoped, hasCollection, ordering, hasType, hasState }) =>
        !isScoped && !hasCollection && (ordering === 'name' || ordering === 'state') && (hasType || hasState),
    )
    const plans = await Promise.all(filtered.map(variant => planOf(servicePage(variant, db, param))))
    expect(plans).toHaveLength(6)
    expect(unsoughtIn(plans, 'service')).toEqual([])
  })

  it('is counted in an index alone where the database keeps no count', async () => {
    const counted = unsearched.filter(({ isScoped, hasCollection }) => isScoped && !hasCollection)
    const plans = await Promise.all(counted.map(variant => planOf(serviceCount(variant, db, param))))
    expect(uncoveredIn(plans, 'service')).toEqual([])
  })

  it('finds words by an index', async () => {
    const searches = variants.filter(({ words }) => words > 0)
    const plans = searches.flatMap(variant => [servicePage(variant, db, param), serviceCount(variant, db, param)])
    expect(scansIn(await Promise.all(plans.map(planOf)))).toEqual([])
  })

  it('and its parts walk an index in order', async () => {
    const collections = combine({
      ordering: ['name', '-name', 'createdAt', '-createdAt'],
      isScoped: flags,
      words: [0, 1],
    })
    const credentials = combine({ isScoped: flags, hasService: flags })
    const plain = collections.filter(({ words }) => words === 0)
    const ordered = [
      ...plain.map(variant => collectionPage(variant, db, param)),
      ...credentials.map(variant => credentialPage(variant, db, param)),
    ]
    expect(unorderedIn(await Promise.all(ordered.map(planOf)))).toEqual([])
    const found = [
      ...collections.filter(({ words }) => words > 0).map(variant => collectionPage(variant, db, param)),
      ...collections
        .filter(({ isScoped, words }) => isScoped || words > 0)
        .map(variant => collectionCount(variant, db, param)),
      ...credentials
        .filter(({ isScoped, hasService }) => isScoped || hasService)
        .map(variant => credentialCount(variant, db, param)),
    ]
    expect(scansIn(await Promise.all(found.map(planOf)))).toEqual([])
  })

  it('has a summary that reads only rows that need attention', async () => {
    const looks = [downWebsites, expiringCertificates, silentApplications]
    const plans = looks.flatMap(look => flags.map(isScoped => planOf(look({ isScoped }, db, param))))
    // The result is counted and sorted again: that is no table.
    const ofTables = (await Promise.all(plans)).map(plan => plan.filter(step => !step.startsWith('SCAN (subquery')))
    expect(scansIn(ofTables)).toEqual([])
    expect(unsoughtIn(ofTables, 'service')).toEqual([])
  })
})
