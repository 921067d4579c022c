/** A customer's zone at a real PowerDNS, and the login of a router: the start of tests of the DNS updater. */
import { randomBytes } from 'node:crypto'
import { hashToken } from '#server/auth/tokens.ts'
import type { Runtime } from '#server/context.ts'
import { apiKeyPlace } from '#server/features/dns/dns-domain.commands.ts'
import { sealSecret } from '#server/secrets/seal.ts'
import { buildDomain, buildEndpoint, buildHostname } from './build-dns.ts'
import { buildCustomer } from './build-tickets.ts'
import { dig, powerDnsKey, type startPowerDns } from './name-servers.ts'

type PowerDns = Awaited<ReturnType<typeof startPowerDns>>
export type DnsDesk = Awaited<ReturnType<typeof openDnsDesk>>

/** `api` is the address of the provider's API, or of a proxy before it. */
export async function openDnsDesk(
  runtime: Pick<Runtime, 'db' | 'clock' | 'wake' | 'keys'>,
  pdns: PowerDns,
  api = pdns.api,
) {
  const { db } = runtime
  const zone = await pdns.addZone()
  const { id: customerId } = await buildCustomer(runtime)
  const token = randomBytes(16).toString('hex')
  const userName = randomBytes(6).toString('hex')
  const { id: domainId } = await buildDomain(runtime, {
    customer_id: customerId,
    domain: zone,
    type: 'powerdns',
    options: JSON.stringify({ server: api }),
    name_servers: JSON.stringify([`127.0.0.1:${pdns.port}`]),
  })
  /** Like a change at the provider: it causes no retry. */
  const setKey = async (key: string) => {
    const sealed = sealSecret(runtime.keys, apiKeyPlace(domainId), key)
    await db.updateTable('dns_domain').set({ sealed_api_key: sealed }).where('id', '=', domainId).execute()
  }
  await setKey(powerDnsKey)
  return {
    zone,
    customerId,
    domainId,
    token,
    userName,
    authorization: `Basic ${Buffer.from(`${userName}:${token}`).toString('base64')}`,
    setKey,
    addHostname: (name: string, type: 'A' | 'AAAA', overrides: object = {}) =>
      buildHostname(runtime, { customer_id: customerId, domain_id: domainId, name, type, ...overrides }),
    addEndpoint: (hostnames: readonly { id: string }[], overrides: object = {}) =>
      buildEndpoint(runtime, {
        customer_id: customerId,
        user_name: userName,
        token_hash: hashToken(token),
        hostnameIds: hostnames.map(({ id }) => id),
        ...overrides,
      }),
    rowOf: (id: string) => db.selectFrom('dns_hostname').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    /** The public records. */
    shown: (name: string, type: 'A' | 'AAAA' = 'A') => dig(pdns.port, `${name}.${zone}`, type),
    /** Writes at the provider itself, as somebody else would. */
    writeBehind: async (name: string, values: readonly string[], type: 'A' | 'AAAA' = 'A') => {
      const set = { name: `${name}.${zone}.`, type, ttl: 300, changetype: 'REPLACE' }
      const records = values.map(content => ({ content, disabled: false }))
      const answer = await fetch(`${pdns.api}/api/v1/servers/localhost/zones/${zone}.`, {
        method: 'PATCH',
        headers: { 'x-api-key': powerDnsKey },
        body: JSON.stringify({ rrsets: [{ ...set, records }] }),
      })
      if (answer.status !== 204) throw new Error(`PowerDNS did not take it: ${answer.status}`)
    },
  }
}
