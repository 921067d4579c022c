/** Values that a provider has accepted, on a real PowerDNS: unreachable name servers, and writes that are dropped. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DnsHostnameState } from '#contract/dns-fields.ts'
import type { DnsHostname } from '#contract/dns-hostnames.ts'
import { dayMs, minuteMs } from '#server/clock.ts'
import { sealSecret } from '#server/secrets/seal.ts'
import { buildUser } from '#server/testing/build.ts'
import { type DnsDesk, openDnsDesk } from '#server/testing/dns-desk.ts'
import { engines } from '#server/testing/engines.ts'
import { freePort } from '#server/testing/free-port.ts'
import { type HoldingProxy, openHoldingProxy } from '#server/testing/holding-proxy.ts'
import { powerDnsKey, startPowerDns } from '#server/testing/name-servers.ts'
import { type StandIn, standInKey, startDyndns2 } from '#server/testing/provider-stand-ins.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { apiKeyPlace } from './dns-domain.commands.ts'
import { reconcileDueDomains } from './dns-reconciliation.commands.ts'

describe.each(engines)('on %s', engine => {
  let pdns: Awaited<ReturnType<typeof startPowerDns>>
  let stranger: Awaited<ReturnType<typeof startPowerDns>>
  let proxy: HoldingProxy
  let service: StandIn
  let closedPort: number
  let portal: TestApp
  let desk: DnsDesk
  beforeAll(async () => {
    ;[pdns, stranger] = await Promise.all([startPowerDns(), startPowerDns()])
    proxy = await openHoldingProxy(pdns.api)
    service = await startDyndns2('each')
    closedPort = await freePort()
    const ports = [pdns.port, stranger.port, proxy.port, service.port, closedPort]
    const OUTGOING_ALLOW = ports.map(port => `127.0.0.1:${port}`).join(', ')
    portal = await openTestApp(engine, { env: { OUTGOING_ALLOW } })
  })
  afterAll(async () => {
    await portal?.close()
    await proxy?.close()
    await service?.stop()
    await pdns?.stop()
    await stranger?.stop()
  })
  beforeEach(async () => {
    proxy.dropWrites(false)
    portal.clock.advance(10 * minuteMs)
    desk = await openDnsDesk(portal.runtime, pdns, proxy.url)
  })

  const call = async (myip: string) => {
    const { authorization } = desk
    return (await portal.app.inject({ method: 'GET', url: `/nic/update?myip=${myip}`, headers: { authorization } }))
      .body
  }
  const addRouter = async () => {
    const home = await desk.addHostname('home', 'A')
    await desk.addEndpoint([home])
    return home
  }
  const pass = async (ms: number) => {
    portal.clock.advance(ms)
    await reconcileDueDomains(portal.runtime)
  }
  /** Minute by minute, at most an hour. */
  const passUntil = async (id: string, state: DnsHostnameState) => {
    for (let minute = 0; minute < 60 && (await desk.rowOf(id)).state !== state; minute += 1) await pass(minuteMs)
  }
  /** As the customer's screen gets it. */
  const shownTo = async (id: string): Promise<DnsHostname> => {
    const kim = await portal.loginAs(await buildUser(portal.runtime, { customerId: desk.customerId }))
    return (await kim.get(`/api/backend/dns-hostnames/${id}/`)).json()
  }
  const setNameServers = (...ports: readonly number[]) =>
    portal.runtime.db
      .updateTable('dns_domain')
      .set({ name_servers: JSON.stringify(ports.map(port => `127.0.0.1:${port}`)) })
      .where('id', '=', desk.domainId)
      .execute()

  test('where no name server can be asked, the third question takes the provider’s answer, and marks it', async () => {
    const { id } = await addRouter()
    await setNameServers(closedPort)
    expect(await call('9.9.9.1')).toBe('good 9.9.9.1')
    for (const pause of [5_000, 10_000]) {
      await pass(pause)
      expect(await shownTo(id)).toMatchObject({ state: 'published', verifiedAt: null, verifiedBy: null })
    }
    await pass(45_000)
    expect(await shownTo(id)).toMatchObject({ state: 'current', verifiedBy: 'provider', failure: null })
  })

  test('a value confirmed by the provider alone stays so, without a new wait at each check', async () => {
    const { id } = await addRouter()
    await setNameServers(closedPort)
    await call('9.9.9.1')
    await passUntil(id, 'current')
    const proven = async () => (await shownTo(id)).verifiedAt ?? ''
    for (const pause of [dayMs, dayMs]) {
      const before = await proven()
      await pass(pause + minuteMs)
      expect(await shownTo(id)).toMatchObject({ state: 'current', verifiedBy: 'provider', failure: null })
      expect((await proven()) > before).toBe(true)
    }
    // Once the servers are reached, they count.
    await setNameServers(pdns.port)
    await pass(dayMs + minuteMs)
    expect(await shownTo(id)).toMatchObject({ state: 'current', verifiedBy: 'servers' })
  })

  test('for a provider that cannot be read, its answer to the write counts', async () => {
    service.zones.add(desk.zone)
    await portal.runtime.db
      .updateTable('dns_domain')
      .set({
        type: 'dyndns2',
        options: JSON.stringify({ server: `${service.base}/nic/update`, user: 'kunde' }),
        sealed_api_key: sealSecret(portal.runtime.keys, apiKeyPlace(desk.domainId), standInKey),
      })
      .where('id', '=', desk.domainId)
      .execute()
    const { id } = await addRouter()
    await setNameServers(closedPort)
    expect(await call('9.9.9.1')).toBe('good 9.9.9.1')
    await passUntil(id, 'current')
    const { lastUpdate } = await shownTo(id)
    for (const pause of [0, dayMs + minuteMs]) {
      await pass(pause)
      // Nothing new is known, so the time stays.
      const shown = { state: 'current', verifiedBy: 'provider', verifiedAt: lastUpdate, lastUpdate, failure: null }
      expect(await shownTo(id)).toMatchObject(shown)
    }
    expect(await mailsOf()).toEqual([])
    // Its record cannot be removed from here, so nobody is asked about it.
    expect((await shownTo(id)).permissions).toEqual(['update', 'delete', 'updateNow'])
  })

  test('a name server that refuses the domain is not silent: the provider’s answer does not count', async () => {
    const { id } = await addRouter()
    await setNameServers(stranger.port)
    expect(await call('9.9.9.1')).toBe('good 9.9.9.1')
    await passUntil(id, 'failed')
    expect(await shownTo(id)).toMatchObject({
      state: 'failed',
      verifiedBy: null,
      failure: { kind: 'not_published', detail: `127.0.0.1:${stranger.port}` },
    })
  })

  test('a value of somebody else stays a person’s decision while nobody can be asked', async () => {
    const { id } = await addRouter()
    await call('9.9.9.1')
    await passUntil(id, 'current')
    await desk.writeBehind('home', ['8.8.8.8'])
    for (let day = 0; day < 2; day += 1) await pass(dayMs + minuteMs)
    expect(await shownTo(id)).toMatchObject({ state: 'differs', foundValues: ['8.8.8.8'] })
    await desk.setKey('widerrufen')
    await setNameServers(closedPort)
    await pass(dayMs + minuteMs)
    for (let minute = 0; minute < 20; minute += 1) await pass(minuteMs)
    await desk.setKey(powerDnsKey)
    await pass(dayMs + minuteMs)
    expect(await shownTo(id)).toMatchObject({ state: 'differs', foundValues: ['8.8.8.8'] })
    expect(await desk.shown('home')).toEqual(['8.8.8.8'])
  })

  test('name servers are asked 5, 15 and 60 seconds, 5 and 10 minutes after the write, then it is a failure', async () => {
    const { id } = await addRouter()
    await setNameServers(stranger.port)
    await call('9.9.9.1')
    const { last_update_at: writtenAt } = await desk.rowOf(id)
    const asked: number[] = []
    for (let row = await desk.rowOf(id); row.state === 'published'; row = await desk.rowOf(id)) {
      const dueAt = Date.parse(row.next_attempt_at ?? '')
      asked.push((dueAt - Date.parse(writtenAt ?? '')) / 1_000)
      await pass(dueAt - portal.clock.now().getTime())
    }
    expect(asked).toEqual([5, 15, 60, 300, 600])
    expect(await desk.rowOf(id)).toMatchObject({ state: 'failed', failure: 'not_published' })
  })

  test('the names of a domain are one request', async () => {
    const names = await Promise.all(['home', 'nas', 'vpn'].map(name => desk.addHostname(name, 'A')))
    await desk.addEndpoint(names)
    const before = proxy.writes()
    expect(await call('9.9.9.1')).toBe('good 9.9.9.1\ngood 9.9.9.1\ngood 9.9.9.1')
    expect(proxy.writes() - before).toBe(1)
  })

  test('one name server that answers is enough to ask: the provider’s answer does not count', async () => {
    const { id } = await addRouter()
    await setNameServers(closedPort, pdns.port)
    expect(await call('9.9.9.1')).toBe('good 9.9.9.1')
    await passUntil(id, 'failed')
    expect(await shownTo(id)).toMatchObject({
      state: 'failed',
      verifiedBy: null,
      failure: { kind: 'not_published', detail: `127.0.0.1:${closedPort}` },
    })
  })

  test.each([
    ['nothing', [], '–'],
    ['the address before', ['9.9.9.1'], '9.9.9.1'],
  ] as const)('a provider that accepts and writes nothing, and shows %s, is noticed', async (_, before, found) => {
    const { id } = await addRouter()
    for (const address of before) {
      await call(address)
      await passUntil(id, 'current')
    }
    proxy.dropWrites(true)
    const writesBefore = proxy.writes()
    expect(await call('9.9.9.2')).toBe('good 9.9.9.2')
    await passUntil(id, 'failed')
    expect(await shownTo(id)).toMatchObject({
      state: 'failed',
      value: '9.9.9.2',
      failure: { kind: 'not_published', detail: `127.0.0.1:${pdns.port}: ${found}` },
    })
    expect(await desk.shown('home')).toEqual(before)

    // Writes that are accepted again do not hide how long it lasts, and are not made at every check.
    const { failing_since: since } = await desk.rowOf(id)
    for (let minute = 0; minute < 60; minute += 1) await pass(minuteMs)
    expect(await desk.rowOf(id)).toMatchObject({ failure: 'not_published', failing_since: since })
    expect(proxy.writes() - writesBefore).toBeLessThan(10)
    expect(await mailsOf()).toEqual(['dns_failing'])

    proxy.dropWrites(false)
    await passUntil(id, 'current')
    expect(await desk.shown('home')).toEqual(['9.9.9.2'])
    expect(await shownTo(id)).toMatchObject({ state: 'current', verifiedBy: 'servers', failure: null })
    expect(await mailsOf()).toEqual(['dns_failing', 'dns_recovered'])
  })

  const mailsOf = async () => {
    const rows = await portal.runtime.db
      .selectFrom('outbox_mail')
      .select('kind')
      .where('customer_id', '=', desk.customerId)
      .execute()
    return [...new Set(rows.map(({ kind }) => kind))].toSorted()
  }
})
