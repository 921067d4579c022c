import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dnsProviderTypes } from '#contract/lists.ts'
import { type ProviderBench, providerBenches } from '#server/testing/provider-benches.ts'
import { fullName, type ProviderAccount, type RecordChange, type RecordName } from './provider.ts'
import { ProviderError } from './provider-error.ts'

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'it was done',
    error => (error instanceof ProviderError ? error.failure : error),
  )

const v4 = (name: string, value: string | null, ttl = 3_600): RecordChange => ({ name, type: 'A', value, ttl })
const v6 = (name: string, value: string | null, ttl = 3_600): RecordChange => ({ name, type: 'AAAA', value, ttl })

it('holds for every kind of provider', () => {
  expect([...new Set(providerBenches.map(({ type }) => type))].toSorted()).toEqual(dnsProviderTypes.toSorted())
})

describe.each(providerBenches)('$title', ({ start, provider: providerOf }) => {
  let bench: Awaited<ReturnType<ProviderBench['start']>>
  beforeAll(async () => {
    bench = await start()
  })
  afterAll(() => bench?.stop())

  const { capabilities, ...calls } = providerOf(() => bench.base)
  const published = (account: ProviderAccount, { name, type }: RecordName) =>
    bench.published(fullName(account.domain, name), type)
  const write = (account: ProviderAccount, ...changes: readonly RecordChange[]) =>
    calls.write(account, changes, bench.network)

  it.runIf(capabilities.canRead)('checks key and domain, and changes nothing', async () => {
    const account = await bench.addAccount()
    await calls.check(account, bench.network)
    expect(await published(account, v4('home', null))).toEqual([])
  })

  it.runIf(capabilities.canRead)('states the name servers of a domain, or that it does not know them', async () => {
    const { nameServers = [] } = await calls.check(await bench.addAccount(), bench.network)
    expect(nameServers.length > 0).toBe(capabilities.statesNameServers)
  })

  it('writes both families of several names, the domain itself, a wildcard and a name with an umlaut', async () => {
    const account = await bench.addAccount()
    const changes = [
      v4('@', '192.0.2.10'),
      v6('@', '2001:db8::10'),
      v4('home', '192.0.2.11'),
      v6('home', '2001:db8:0:1::b'),
      v4('nas.home', '192.0.2.12'),
      v6('xn--grn-ioa', '2001:db8:1:2:3:4:5:6'),
      v4('*', '192.0.2.13'),
    ]
    await write(account, ...changes)
    for (const change of changes) expect(await published(account, change), change.name).toEqual([change.value])
    if (!capabilities.canRead) return
    const sets = await calls.read(account, changes, bench.network)
    expect(sets.map(({ name, type, values }) => [name, type, values])).toEqual(
      changes.map(({ name, type, value }) => [name, type, [value]]),
    )
    if (capabilities.ttlMin !== null) expect(new Set(sets.map(({ ttl }) => ttl))).toEqual(new Set([3_600]))
  })

  it('changes one family of one name and leaves the rest alone', async () => {
    const account = await bench.addAccount()
    const both = [v4('home', '192.0.2.1'), v6('home', '2001:db8::1'), v4('nas.home', '192.0.2.2')]
    await write(account, ...both)
    if (capabilities.writesBothFamilies) await write(account, v4('home', '192.0.2.9', 7_200), v6('home', '2001:db8::1'))
    else await write(account, v4('home', '192.0.2.9', 7_200))
    expect(await Promise.all(both.map(each => published(account, each)))).toEqual([
      ['192.0.2.9'],
      ['2001:db8::1'],
      ['192.0.2.2'],
    ])
    if (!capabilities.canRead) return
    const [changed] = await calls.read(account, [v4('home', null)], bench.network)
    expect(changed?.ttl).toBe(capabilities.ttlMin === null ? null : 7_200)
  })

  it('accepts the value that is there already', async () => {
    const account = await bench.addAccount()
    await write(account, v4('home', '192.0.2.1'))
    await write(account, v4('home', '192.0.2.1'))
    expect(await published(account, v4('home', null))).toEqual(['192.0.2.1'])
  })

  it.runIf(capabilities.canRead)('reads nothing where nothing is', async () => {
    const account = await bench.addAccount()
    expect(await calls.read(account, [v4('home', null), v6('@', null)], bench.network)).toEqual([
      { name: 'home', type: 'A', values: [], ttl: null, isProxied: false },
      { name: '@', type: 'AAAA', values: [], ttl: null, isProxied: false },
    ])
  })

  it.runIf(capabilities.canRemove)('removes one family of a name, and a missing one without an error', async () => {
    const account = await bench.addAccount()
    await write(account, v4('home', '192.0.2.1'), v6('home', '2001:db8::1'))
    await write(account, v4('home', null), v4('nas.home', null))
    expect(await published(account, v4('home', null))).toEqual([])
    expect(await published(account, v6('home', null))).toEqual(['2001:db8::1'])
  })

  it.runIf(capabilities.canRead)('reads several foreign values, and replaces them all', async () => {
    const account = await bench.addAccount()
    await bench.plant(account, 'home', ['192.0.2.71', '192.0.2.72'])
    const [set] = await calls.read(account, [v4('home', null)], bench.network)
    expect(set?.values.toSorted()).toEqual(['192.0.2.71', '192.0.2.72'])
    await write(account, v4('home', '192.0.2.1'))
    expect(await published(account, v4('home', null))).toEqual(['192.0.2.1'])
  })

  it('reports a wrong key, and changes nothing', async () => {
    const account = await bench.addAccount()
    await write(account, v4('home', '192.0.2.1'))
    const wrong = { ...account, key: bench.wrongKey }
    expect(await failureOf(calls.write(wrong, [v4('home', '192.0.2.66')], bench.network))).toBe('key')
    expect(await published(account, v4('home', null))).toEqual(['192.0.2.1'])
    if (capabilities.canRead) expect(await failureOf(calls.check(wrong, bench.network))).toBe('key')
    else expect(await failureOf(calls.check(account, bench.network))).toBe('unsupported')
  })

  it.runIf(capabilities.canRead)('reports a domain that is not there', async () => {
    const account = { ...(await bench.addAccount()), domain: 'fremd.test' }
    expect(await failureOf(calls.check(account, bench.network))).toBe('zone')
    expect(await failureOf(calls.read(account, [v4('home', null)], bench.network))).toBe('zone')
    expect(['zone', 'key']).toContain(await failureOf(write(account, v4('home', '192.0.2.1'))))
  })

  it.runIf(capabilities.comparesAndSets)('writes only over the expected value', async () => {
    const account = await bench.addAccount()
    await write(account, { ...v4('home', '192.0.2.1'), expected: [] })
    expect(await failureOf(write(account, { ...v4('home', '192.0.2.2'), expected: [] }))).toBe('conflict')
    const stale = [{ ...v4('home', '192.0.2.3'), expected: ['192.0.2.9'] }, v6('home', '2001:db8::3')]
    expect(await failureOf(write(account, ...stale))).toBe('conflict')
    expect(await published(account, v4('home', null))).toEqual(['192.0.2.1'])
    expect(await published(account, v6('home', null))).toEqual([])
    await write(account, { ...v4('home', '192.0.2.4'), expected: ['192.0.2.1'] })
    expect(await published(account, v4('home', null))).toEqual(['192.0.2.4'])
  })

  it.runIf(capabilities.isAtomic)('writes all names or none', async () => {
    const account = await bench.addAccount()
    const refused = await failureOf(write(account, v4('home', '192.0.2.1'), v4(bench.refusedName, '192.0.2.2')))
    expect(bench.refusedAs).toContain(refused)
    expect(await published(account, v4('home', null))).toEqual([])
  })
})
