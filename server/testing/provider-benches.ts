/** Each DNS provider with something to write to: the real server where one can run here, else a stand-in. */

import type { DnsProviderType } from '#contract/dns-fields.ts'
import { systemClock } from '#server/clock.ts'
import { createCloudflare } from '#server/dns-providers/cloudflare.ts'
import { createDesec } from '#server/dns-providers/desec.ts'
import { createDyndns2 } from '#server/dns-providers/dyndns2.ts'
import { createHetzner } from '#server/dns-providers/hetzner.ts'
import { createIonos } from '#server/dns-providers/ionos.ts'
import { powerdns } from '#server/dns-providers/powerdns.ts'
import type { Network, Provider, ProviderAccount } from '#server/dns-providers/provider.ts'
import { rfc2136 } from '#server/dns-providers/rfc2136.ts'
import {
  dig,
  type NameServer,
  nsupdate,
  powerDnsKey,
  startBind,
  startKnot,
  startPowerDns,
  tsigKeys,
} from './name-servers.ts'
import {
  type StandIn,
  standInKey,
  startCloudflare,
  startDesec,
  startDyndns2,
  startHetzner,
  startIonos,
} from './provider-stand-ins.ts'

type StartedBench = {
  readonly network: Network
  /** Of a stand-in, the address that takes the place of the provider's. */
  readonly base: string
  readonly wrongKey: string
  /** A domain of its own. */
  readonly addAccount: () => Promise<ProviderAccount>
  /** The public records, sorted; read without the provider's file. */
  readonly published: (name: string, type: 'A' | 'AAAA') => Promise<readonly string[]>
  /** Addresses that somebody else wrote. */
  readonly plant: (account: ProviderAccount, name: string, values: readonly string[]) => Promise<void>
  /** A name that cannot be written, and the failures that it may be reported as. */
  readonly refusedName: string
  readonly refusedAs: readonly string[]
  readonly stop: () => Promise<void>
}

export type ProviderBench = {
  readonly title: string
  readonly type: DnsProviderType
  readonly provider: (base: () => string) => Provider
  readonly start: () => Promise<StartedBench>
}

const label64 = 'x'.repeat(64)

/** The rules and clock of a test that may reach these ports of loopback. */
export function networkTo(...ports: readonly number[]): Network {
  return {
    rules: { outgoingAllow: ports.map(port => ({ host: '127.0.0.1', port })), isDemo: false },
    clock: systemClock,
  }
}

const powerDnsBench: ProviderBench = {
  title: 'PowerDNS, real',
  type: 'powerdns',
  provider: () => powerdns,
  start: async () => {
    const server = await startPowerDns()
    return {
      network: networkTo(Number(new URL(server.api).port)),
      base: '',
      wrongKey: 'ein-anderer-schluessel',
      addAccount: async () => ({
        domain: await server.addZone(),
        key: powerDnsKey,
        options: { server: `${server.api}/` },
      }),
      published: (name, type) => dig(server.port, name, type),
      plant: async ({ domain }, name, values) => {
        const records = values.map(content => ({ content, disabled: false }))
        const rrset = { name: `${name}.${domain}.`, type: 'A', ttl: 60, changetype: 'REPLACE', records }
        await fetch(`${server.api}/api/v1/servers/localhost/zones/${domain}.`, {
          method: 'PATCH',
          headers: { 'x-api-key': powerDnsKey },
          body: JSON.stringify({ rrsets: [rrset] }),
        })
      },
      refusedName: label64,
      refusedAs: ['input'],
      stop: server.stop,
    }
  },
}

function updateBench(
  title: string,
  start: () => Promise<NameServer>,
  algorithm: 'hmac-sha256' | 'hmac-sha512',
  refusedAs: readonly string[],
): ProviderBench {
  return {
    title: `RFC 2136 on ${title}, real, ${algorithm}`,
    type: 'rfc2136',
    provider: () => rfc2136,
    start: async () => {
      const server = await start()
      const key = tsigKeys[algorithm]
      const network = networkTo(server.port)
      const addAccount = async () => ({
        domain: await server.addZone(),
        key: key.secret,
        options: { server: `127.0.0.1:${server.port}`, keyName: key.name, algorithm },
      })
      return {
        network,
        base: '',
        wrongKey: Buffer.alloc(32, 'ein anderer').toString('base64'),
        addAccount,
        published: (name, type) => dig(server.port, name, type),
        plant: async ({ domain }, name, values) => nsupdate(server.port, algorithm, domain, name, values),
        refusedName: 'fremd',
        refusedAs,
        stop: server.stop,
      }
    },
  }
}

/** Its store is public. */
function standInBench(
  title: string,
  type: DnsProviderType,
  provider: ProviderBench['provider'],
  startStandIn: () => Promise<StandIn>,
): ProviderBench {
  return {
    title: `${title}, stand-in`,
    type,
    provider,
    start: async () => {
      const standIn = await startStandIn()
      let count = 0
      return {
        network: networkTo(standIn.port),
        base: standIn.base,
        wrongKey: 'fremder.schluessel-0815',
        addAccount: async () => {
          const domain = `zone${++count}.test`
          standIn.zones.add(domain)
          return { domain, key: standInKey, options: { server: `${standIn.base}/nic/update`, user: 'kunde' } }
        },
        published: async (name, type) =>
          standIn.records
            .filter(record => record.name === name && record.type === type)
            .map(({ value }) => value)
            .toSorted(),
        plant: async ({ domain }, name, values) => {
          const record = { name: `${name}.${domain}`, type: 'A', ttl: 3_600, proxied: false }
          standIn.records.push(...values.map(value => ({ ...record, id: standIn.newId(), value })))
        },
        refusedName: label64,
        refusedAs: ['input'],
        stop: standIn.stop,
      }
    },
  }
}

/** Started later, so each call asks for the address. */
function late(create: (base: string) => Provider): ProviderBench['provider'] {
  return base => ({
    capabilities: create('').capabilities,
    check: (...args) => create(base()).check(...args),
    read: (...args) => create(base()).read(...args),
    write: (...args) => create(base()).write(...args),
  })
}

const byParameter = { parameter: 'myipv6' } as const

export const providerBenches: readonly ProviderBench[] = [
  powerDnsBench,
  updateBench('BIND', startBind, 'hmac-sha256', ['name']),
  updateBench('BIND', startBind, 'hmac-sha512', ['name']),
  updateBench('Knot', startKnot, 'hmac-sha256', ['key']),
  updateBench('Knot', startKnot, 'hmac-sha512', ['key']),
  standInBench('Hetzner', 'hetzner', late(createHetzner), startHetzner),
  standInBench('deSEC', 'desec', late(createDesec), startDesec),
  standInBench('Cloudflare', 'cloudflare', late(createCloudflare), startCloudflare),
  standInBench('IONOS', 'ionos', late(createIonos), startIonos),
  standInBench(
    'dyndns2, a call per family',
    'dyndns2',
    () => createDyndns2({ families: 'each' }),
    () => startDyndns2('each'),
  ),
  standInBench(
    'dyndns2, both in a list',
    'dyndns2',
    () => createDyndns2({ families: 'list' }),
    () => startDyndns2('list'),
  ),
  standInBench(
    'dyndns2, a parameter for IPv6',
    'dyndns2',
    () => createDyndns2({ families: byParameter }),
    () => startDyndns2(byParameter),
  ),
]
