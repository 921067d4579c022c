/** A value that somebody else has written at the provider: kept until a person or a router decides. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayMs, hourMs } from '#server/clock.ts'
import { buildUser } from '#server/testing/build.ts'
import { type DnsDesk, openDnsDesk } from '#server/testing/dns-desk.ts'
import { engines } from '#server/testing/engines.ts'
import { startPowerDns } from '#server/testing/name-servers.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { reconcileDueDomains } from './dns-reconciliation.commands.ts'

describe.each(engines)('a value of somebody else on %s', engine => {
  let pdns: Awaited<ReturnType<typeof startPowerDns>>
  let portal: TestApp
  let desk: DnsDesk
  let home: { id: string }
  beforeAll(async () => {
    pdns = await startPowerDns()
    const allow = `127.0.0.1:${pdns.port}, ${pdns.api.replace('http://', '')}`
    portal = await openTestApp(engine, { env: { OUTGOING_ALLOW: allow } })
  })
  afterAll(async () => {
    await portal?.close()
    await pdns?.stop()
  })
  beforeEach(async () => {
    desk = await openDnsDesk(portal.runtime, pdns)
    home = await desk.addHostname('home', 'A')
    await desk.addEndpoint([home])
  })

  const report = (address: string) =>
    portal.app.inject({ url: `/nic/update?myip=${address}`, headers: { authorization: desk.authorization } })

  test('is kept until a person decides', async () => {
    await report('9.9.9.9')
    portal.clock.advance(5_000)
    await reconcileDueDomains(portal.runtime)
    await desk.writeBehind('home', ['8.8.8.8'])
    portal.clock.advance(dayMs + hourMs)
    await reconcileDueDomains(portal.runtime)
    expect(await desk.shown('home')).toEqual(['8.8.8.8'])
    const url = `/api/backend/dns-hostnames/${home.id}/`
    const kim = await portal.loginAs(await buildUser(portal.runtime, { customerId: desk.customerId }))
    const found = (await kim.get(url)).json()
    expect(found).toMatchObject({ state: 'differs', foundValues: ['8.8.8.8'] })
    expect(found.permissions).toEqual(['update', 'delete', 'removeRecord', 'adopt', 'overwrite'])
    const overwritten = await kim.post(`${url}overwrite/`, {})
    expect(overwritten.json()).toMatchObject({ state: 'published', value: '9.9.9.9', foundValues: [] })
    expect(await desk.shown('home')).toEqual(['9.9.9.9'])
    expect((await kim.post(`${url}adopt/`, {})).json().code).toBe('dns_hostname.not_differing')
    const checked = await kim.post(`/api/backend/dns-domains/${desk.domainId}/check/`, {})
    expect(checked.json().lastCheck).toMatchObject({
      key: { result: 'ok' },
      zone: { result: 'ok' },
      delegation: { result: 'ok' },
    })
  })

  test('is left alone where there are several', async () => {
    await desk.writeBehind('home', ['8.8.8.8', '8.8.4.4'])
    expect((await report('9.9.9.9')).body).toBe('911')
    expect(await desk.rowOf(home.id)).toMatchObject({ state: 'differs', found_values: '["8.8.4.4","8.8.8.8"]' })
    expect(await desk.shown('home')).toEqual(['8.8.4.4', '8.8.8.8'])
  })

  test('needs no decision any more once it is gone before ours was there', async () => {
    await desk.writeBehind('home', ['8.8.8.8', '8.8.4.4'])
    expect((await report('9.9.9.9')).body).toBe('911')
    await desk.writeBehind('home', [])
    portal.clock.advance(dayMs + hourMs)
    await reconcileDueDomains(portal.runtime)
    expect(await desk.shown('home')).toEqual(['9.9.9.9'])
    expect(await desk.rowOf(home.id)).toMatchObject({ state: 'published', found_values: '[]' })
  })
})
