/** A router's address by way of RFC 2136 with either algorithm, on real BIND and Knot, until it is proven. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashToken } from '#server/auth/tokens.ts'
import { systemClock } from '#server/clock.ts'
import { sealSecret } from '#server/secrets/seal.ts'
import { buildDomain, buildEndpoint, buildHostname } from '#server/testing/build-dns.ts'
import { buildCustomer } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { dig, type NameServer, startBind, startKnot, tsigKeys } from '#server/testing/name-servers.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { apiKeyPlace } from './dns-domain.commands.ts'
import { reconcileDueDomains } from './dns-reconciliation.commands.ts'

const token = 'abcdefghijklmnopqrstuvwxyz012345'
const algorithms = ['hmac-sha256', 'hmac-sha512'] as const

describe.each(engines)('on %s', engine => {
  const servers: Record<string, NameServer> = {}
  let portal: TestApp
  let count = 0
  beforeAll(async () => {
    const [BIND, Knot] = await Promise.all([startBind(), startKnot()])
    Object.assign(servers, { BIND, Knot })
    portal = await openTestApp(engine, { env: { OUTGOING_ALLOW: `127.0.0.1:${BIND.port}, 127.0.0.1:${Knot.port}` } })
    // Signatures hold for five minutes, and the servers' clocks cannot be set.
    portal.clock.advance(systemClock.now().getTime() - portal.clock.now().getTime())
  })
  afterAll(async () => {
    await portal?.close()
    await Promise.all(Object.values(servers).map(server => server.stop()))
  })

  test.each(['BIND', 'Knot'].flatMap(server => algorithms.map(algorithm => [server, algorithm] as const)))(
    '%s takes both families signed with %s, and refuses another secret',
    async (name, algorithm) => {
      const server = servers[name]
      if (server === undefined) throw new Error(`${name} did not start.`)
      const { runtime } = portal
      const zone = await server.addZone()
      const at = `127.0.0.1:${server.port}`
      const { id: customer_id } = await buildCustomer(runtime)
      const domain = await buildDomain(runtime, {
        customer_id,
        domain: zone,
        type: 'rfc2136',
        options: JSON.stringify({ server: at, keyName: tsigKeys[algorithm].name, algorithm }),
        name_servers: JSON.stringify([at]),
      })
      const setKey = (key: string) =>
        runtime.db
          .updateTable('dns_domain')
          .set({ sealed_api_key: sealSecret(runtime.keys, apiKeyPlace(domain.id), key) })
          .where('id', '=', domain.id)
          .execute()
      const of = { domain_id: domain.id, name: 'home' }
      const records = [await buildHostname(runtime, of), await buildHostname(runtime, { ...of, type: 'AAAA' })]
      const userName = `router${String(++count).padStart(6, '0')}`
      await buildEndpoint(runtime, {
        customer_id,
        user_name: userName,
        token_hash: hashToken(token),
        hostnameIds: records.map(({ id }) => id),
      })
      const authorization = `Basic ${Buffer.from(`${userName}:${token}`).toString('base64')}`
      const call = async (query: string) => {
        const url = `/nic/update?${query}`
        return (await portal.app.inject({ method: 'GET', url, headers: { authorization } })).body
      }
      const shown = async () => [
        await dig(server.port, `home.${zone}`, 'A'),
        await dig(server.port, `home.${zone}`, 'AAAA'),
      ]
      const statesOf = async () =>
        (await runtime.db.selectFrom('dns_hostname').select('state').where('domain_id', '=', domain.id).execute()).map(
          ({ state }) => state,
        )

      await setKey(tsigKeys[algorithm].secret)
      expect(await call('myip=9.9.9.9&myipv6=2620:fe::fe')).toBe('good 9.9.9.9')
      expect(await shown()).toEqual([['9.9.9.9'], ['2620:fe::fe']])
      portal.clock.advance(5_000)
      await reconcileDueDomains(runtime)
      expect(await statesOf()).toEqual(['current', 'current'])

      await setKey(Buffer.alloc(64, 'ein anderes').toString('base64'))
      expect(await call('myip=9.9.9.10&myipv6=2620:fe::9')).toBe('dnserr')
      expect(await shown()).toEqual([['9.9.9.9'], ['2620:fe::fe']])
      expect(await statesOf()).toEqual(['failed', 'failed'])
    },
  )
})
