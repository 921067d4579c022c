/** A provider that asks for a pause gets it: no address of the domain is written before, however often routers call. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hourMs, instantText, minuteMs, plusMs } from '#server/clock.ts'
import { buildUser } from '#server/testing/build.ts'
import { type DnsDesk, openDnsDesk } from '#server/testing/dns-desk.ts'
import { engines } from '#server/testing/engines.ts'
import { startPowerDns } from '#server/testing/name-servers.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { reconcileDueDomains } from './dns-reconciliation.commands.ts'

let pdns: Awaited<ReturnType<typeof startPowerDns>>
let throttling: Server
let calls = 0
let isThrottling = true
/** Reads of the portal's present second; a limited provider takes ten. */
let takesRead = () => true

beforeAll(async () => {
  pdns = await startPowerDns()
  throttling = createServer(async (request, response) => {
    calls += 1
    if (isThrottling) return void response.writeHead(429, { 'retry-after': '600' }).end()
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const { method = 'GET', url, headers } = request
    if (method === 'GET' && !takesRead()) return void response.writeHead(429, { 'retry-after': '1' }).end()
    const body = method === 'GET' ? {} : { body: Buffer.concat(parts) }
    const key = { 'x-api-key': String(headers['x-api-key']) }
    const answer = await fetch(`${pdns.api}${url}`, { method, headers: key, ...body })
    response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()))
  })
  throttling.listen(0, '127.0.0.1')
  await once(throttling, 'listening')
})
afterAll(async () => {
  throttling.closeAllConnections()
  throttling.close()
  await pdns.stop()
})

test.each(engines)('on %s', async engine => {
  // A server that listens on TCP has an address of this kind.
  const { port } = throttling.address() as AddressInfo
  const portal = await openTestApp(engine, { env: { OUTGOING_ALLOW: `127.0.0.1:${pdns.port}, 127.0.0.1:${port}` } })
  try {
    isThrottling = true
    const desk: DnsDesk = await openDnsDesk(portal.runtime, pdns, `http://127.0.0.1:${port}`)
    const [home, nas] = [await desk.addHostname('home', 'A'), await desk.addHostname('nas', 'A')]
    await desk.addEndpoint([home, nas])
    const call = async (name: string, myip: string) => {
      const url = `/nic/update?hostname=${name}.${desk.zone}&myip=${myip}`
      const { authorization } = desk
      return (await portal.app.inject({ method: 'GET', url, headers: { authorization } })).body
    }

    expect(await call('home', '9.9.9.1')).toBe('911')
    const { next_attempt_at: until } = await desk.rowOf(home.id)
    const asked = calls
    portal.clock.advance(minuteMs)
    // The same name with another address, the same address again, and another name of the domain.
    for (const [name, address] of [
      ['home', '9.9.9.2'],
      ['home', '9.9.9.2'],
      ['nas', '9.9.9.2'],
    ] as const) {
      expect(await call(name, address)).toBe('911')
      await reconcileDueDomains(portal.runtime)
    }
    expect(calls).toBe(asked)
    for (const { id } of [home, nas]) {
      const waiting = { state: 'retrying', value: '9.9.9.2', failure: 'limit', next_attempt_at: until }
      expect(await desk.rowOf(id)).toMatchObject(waiting)
    }
    const kim = await portal.loginAs(await buildUser(portal.runtime, { customerId: desk.customerId }))
    const { nextAttemptAt } = (await kim.get(`/api/backend/dns-hostnames/${nas.id}/`)).json()
    expect(nextAttemptAt).toBe(until)

    // It asks again when the pause is over, and again all wait.
    portal.clock.advance(10 * minuteMs)
    await reconcileDueDomains(portal.runtime)
    expect(calls).toBeGreaterThan(asked)
    isThrottling = false
    portal.clock.advance(20 * minuteMs)
    await reconcileDueDomains(portal.runtime)
    expect([await desk.shown('home'), await desk.shown('nas')]).toEqual([['9.9.9.2'], ['9.9.9.2']])
    for (const { id } of [home, nas]) expect(await desk.rowOf(id)).toMatchObject({ state: 'published', failure: null })
  } finally {
    await portal.close()
  }
})

test.each(engines)('twelve names where ten reads a second are taken, on %s', async engine => {
  const { port } = throttling.address() as AddressInfo
  const portal = await openTestApp(engine, { env: { OUTGOING_ALLOW: `127.0.0.1:${pdns.port}, 127.0.0.1:${port}` } })
  const reads: number[] = []
  try {
    isThrottling = false
    takesRead = () => {
      const now = portal.clock.now().getTime()
      return reads.filter(at => at === now).length < 10 && reads.push(now) > 0
    }
    const desk: DnsDesk = await openDnsDesk(portal.runtime, pdns, `http://127.0.0.1:${port}`)
    const rows = []
    for (let at = 0; at < 12; at += 1) rows.push(await desk.addHostname(`h${at}`, 'A'))
    await desk.addEndpoint(rows)
    const { authorization } = desk
    await portal.app.inject({ method: 'GET', url: '/nic/update?myip=9.9.9.9', headers: { authorization } })
    for (let round = 0; round < 3; round += 1) {
      portal.clock.advance(minuteMs)
      await reconcileDueDomains(portal.runtime)
    }
    for (const { id } of rows) expect(await desk.rowOf(id)).toMatchObject({ written_value: '9.9.9.9', failure: null })
  } finally {
    takesRead = () => true
    await portal.close()
  }
})

test.each(engines)('a name that has been refused for a day delays no other, on %s', async engine => {
  const { port } = throttling.address() as AddressInfo
  const portal = await openTestApp(engine, { env: { OUTGOING_ALLOW: `127.0.0.1:${pdns.port}, 127.0.0.1:${port}` } })
  try {
    isThrottling = false
    const desk: DnsDesk = await openDnsDesk(portal.runtime, pdns, `http://127.0.0.1:${port}`)
    const now = portal.clock.now()
    const refused = {
      value: '9.9.9.1',
      state: 'failed',
      failure: 'limit',
      failing_since: instantText(plusMs(now, -25 * hourMs)),
      attempts: 30,
      next_attempt_at: instantText(plusMs(now, 23 * hourMs)),
    }
    const [home, nas] = [await desk.addHostname('home', 'A', refused), await desk.addHostname('nas', 'A')]
    await desk.addEndpoint([home, nas])
    const call = async (name: string) => {
      const url = `/nic/update?hostname=${name}.${desk.zone}&myip=9.9.9.9`
      const { authorization } = desk
      return (await portal.app.inject({ method: 'GET', url, headers: { authorization } })).body
    }
    expect(await call('nas')).toBe('good 9.9.9.9')
    expect(await call('home')).toBe('good 9.9.9.9')
  } finally {
    await portal.close()
  }
})
