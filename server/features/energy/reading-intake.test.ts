import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readingsPerDay } from '#contract/energy-limits.ts'
import { instantText } from '#server/clock.ts'
import { engines } from '#server/testing/engines.ts'
import { openPushingSite, readingsOfChannel, type SentByTest } from '#server/testing/pushing-site.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import type { Trx } from './reading-batch.commands.ts'
import { type Delivery, storeDelivery } from './reading-intake.commands.ts'

describe.each(engines)('deliveries at the same time on %s', engine => {
  let portal: TestApp
  beforeAll(async () => {
    portal = await openTestApp(engine)
  })
  afterAll(() => portal.close())

  type Site = Awaited<ReturnType<typeof openPushingSite>>
  const at = () => instantText(new Date(portal.clock.now().getTime() - 60_000))
  const openSites = (count: number) => Promise.all(Array.from({ length: count }, () => openPushingSite(portal)))
  const storedOf = async ({ channels: [grid] }: Site) =>
    (await readingsOfChannel(portal, grid?.number ?? 0)).map(({ value_millionths: value }) => value / 1e6)

  const transactions = new Set<Trx>()
  const delivered = ({ tokenHash }: Site, part: Partial<Delivery> = {}): Delivery => ({
    proof: { by: 'token', value: tokenHash },
    bytes: 100,
    read: async trx => {
      transactions.add(trx)
      return readings(7)
    },
    ...part,
  })
  const readings = (value: number) => ({ readings: [{ channel: 'grid', at: at(), value }], refused: [] })
  const store = (delivery: Delivery) => storeDelivery(portal.runtime, delivery)

  it('share a transaction, up to sixteen and a megabyte', async () => {
    const sites = await openSites(17)
    transactions.clear()
    expect(await Promise.all(sites.map(site => store(delivered(site))))).toEqual(sites.map(() => []))
    expect(transactions.size).toBe(2)
    expect(await Promise.all(sites.map(storedOf))).toEqual(sites.map(() => [7]))
    transactions.clear()
    await Promise.all(sites.slice(0, 3).map(site => store(delivered(site, { bytes: 600_000 }))))
    expect(transactions.size).toBe(3)
  })

  it('that come while a transaction of many senders runs share the next one', async () => {
    const sites = await openSites(7)
    const [first, sixth, seventh] = [0, 5, 6].map(place => sites[place])
    if (!first || !sixth || !seventh) throw new Error('no sites')
    transactions.clear()
    const meanwhile: Promise<unknown>[] = []
    const many = sites.slice(1, 5).map(site => store(delivered(site)))
    const read: Delivery['read'] = async trx => {
      transactions.add(trx)
      meanwhile.push(store(delivered(sixth)))
      return readings(7)
    }
    await Promise.all([...many, store(delivered(first, { read }))])
    await Promise.all([...meanwhile, store(delivered(seventh))])
    expect(transactions.size).toBe(2)
    expect(await Promise.all([sixth, seventh].map(storedOf))).toEqual([[7], [7]])
  })

  it('of one site are one batch: each gets its own refusals', async () => {
    const site = await openPushingSite(portal)
    const sent: SentByTest[][] = [
      [
        { channel: 'none', value: 1 },
        { channel: 'grid', at: at(), value: 1 },
      ],
      [{ channel: 'grid', at: at(), value: 2 }],
      [
        { channel: 'grid', at: at(), value: 3 },
        { channel: 'grid', at: 'never', value: 4 },
      ],
    ]
    const answers = await Promise.all(sent.map(readings => site.push(readings)))
    expect(answers.map(answer => answer.json())).toEqual([
      { accepted: 1, rejected: [{ index: 0, code: 'channel.unknown' }] },
      { accepted: 1, rejected: [] },
      { accepted: 1, rejected: [{ index: 1, code: 'value.invalid' }] },
    ])
    // Requests arrive in any order, deliveries do not.
    await Promise.all([8, 9].map(value => store(delivered(site, { read: async () => readings(value) }))))
    expect(await storedOf(site)).toEqual([9])
  })

  it('by token and by key of the site are stored, one after the other', async () => {
    const site = await openPushingSite(portal)
    const byKey = { proof: { by: 'key', value: site.site.key ?? '' } } as const
    transactions.clear()
    const mixed = [{}, byKey, {}, byKey, {}]
    expect(await Promise.all(mixed.map(proof => store(delivered(site, proof))))).toEqual(mixed.map(() => []))
    expect(transactions.size).toBe(2)
  })

  it('without a valid proof are stored for nobody, and the others are', async () => {
    const [one, other, third] = await openSites(3)
    if (!one || !other || !third) throw new Error('no sites')
    await portal.runtime.db
      .updateTable('energy_site')
      .set({ token_hash: null })
      .where('id', '=', other.site.id)
      .execute()
    const byKey = { proof: { by: 'key', value: other.site.key ?? '' } } as const
    const outcomes = await Promise.all([store(delivered(one)), store(delivered(other)), store(delivered(third))])
    expect(outcomes).toEqual([[], null, []])
    expect(await store(delivered(other, byKey))).toBeNull()
    expect(await Promise.all([one, other, third].map(storedOf))).toEqual([[7], [], [7]])
  })

  it('beyond the budget of their site are refused alone, and do not count', async () => {
    const sites = await openSites(3)
    const [, full] = sites
    if (!full) throw new Error('no site')
    await Promise.all(sites.map(site => store(delivered(site))))
    const counted = portal.runtime.db.updateTable('throttle').where('key', '=', `readings:${full.site.id}`)
    await counted.set({ failures: readingsPerDay }).execute()
    const again = { readings: [{ channel: 'grid', value: 8 }], refused: [] }
    const outcomes = await Promise.allSettled(sites.map(site => store(delivered(site, { read: async () => again }))))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(outcomes[1]).toMatchObject({ reason: { code: 'budget.used_up' } })
    expect(await Promise.all(sites.map(storedOf))).toEqual([[7, 8], [7], [7, 8]])
    const [row] = await counted
      .set(eb => ({ failures: eb.ref('failures') }))
      .returning('failures')
      .execute()
    expect(row?.failures).toBe(readingsPerDay)
  })

  it('that fail affect no others', async () => {
    const sites = await openSites(3)
    const broken = { read: () => Promise.reject(new TypeError('broken')) }
    const outcomes = await Promise.allSettled(
      sites.map((site, index) => store(delivered(site, index === 1 ? broken : {}))),
    )
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await Promise.all(sites.map(storedOf))).toEqual([[7], [], [7]])
  })
})
