/**
 * A portal and a real PowerDNS with a holding proxy between them, for the tests of a `describe` block; each test has a
 * customer's zone and the login of a router.
 */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { minuteMs } from '#server/clock.ts'
import type { Engine } from '#server/database/engine.ts'
import { reconcileDueDomains } from '#server/features/dns/dns-reconciliation.commands.ts'
import { buildUser } from './build.ts'
import { type DnsDesk, openDnsDesk } from './dns-desk.ts'
import { type HoldingProxy, openHoldingProxy } from './holding-proxy.ts'
import { startPowerDns } from './name-servers.ts'
import { openTestApp, type TestApp } from './test-app.ts'

export function holdDns(engine: Engine) {
  let pdns: Awaited<ReturnType<typeof startPowerDns>>
  let proxy: HoldingProxy
  let portal: TestApp
  let desk: DnsDesk
  const env = () => {
    const servers = [`127.0.0.1:${pdns.port}`, `127.0.0.1:${proxy.port}`, new URL(pdns.api).host]
    return { OUTGOING_ALLOW: servers.join(', ') }
  }
  beforeAll(async () => {
    pdns = await startPowerDns()
    proxy = await openHoldingProxy(pdns.api)
    portal = await openTestApp(engine, { env: env() })
  })
  afterAll(async () => {
    await portal?.close()
    await proxy?.close()
    await pdns?.stop()
  })
  beforeEach(async () => {
    portal.clock.advance(10 * minuteMs)
    desk = await openDnsDesk(portal.runtime, pdns, proxy.url)
  })
  return {
    get pdns() {
      return pdns
    },
    get proxy() {
      return proxy
    },
    get portal() {
      return portal
    },
    get desk() {
      return desk
    },
    /** With it a second instance reaches the same servers. */
    env,
    /** A router's call. */
    call: async (myip: string, app = portal.app) => {
      const { authorization } = desk
      const answer = await app.inject({ method: 'GET', url: `/nic/update?myip=${myip}`, headers: { authorization } })
      return { status: answer.statusCode, text: answer.body, retryAfter: Number(answer.headers['retry-after']) }
    },
    /** Lets time pass and does the due work. */
    later: async (ms: number) => {
      portal.clock.advance(ms)
      await reconcileDueDomains(portal.runtime)
    },
    addRouter: async () => {
      const home = await desk.addHostname('home', 'A')
      await desk.addEndpoint([home])
      return home
    },
    loginKim: async () => portal.loginAs(await buildUser(portal.runtime, { customerId: desk.customerId })),
  }
}
