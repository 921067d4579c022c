/** Each DNS provider with something to write to: the real server where one can run here, else a stand-in. */

import { systemClock } from '#server/clock.ts'
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

type StartedBench = {
  readonly network: Network
  /** Of a stand-in, the address that takes the place of the provider's. */
  readonly base: string
  readonly wrongKey: string
  /** A domain of its own. */
  readonly addAccount: () => Promise<ProviderAccount>
  /** What the world sees, sorted; read without the provider's file. */
  readonly published: (name: string, type: 'A' | 'AAAA') => Promise<readonly string[]>
  /** Addresses that somebody else wrote. */
  readonly plant: (account: ProviderAccount, name: string, values: readonly string[]) => Promise<void>
  readonly hasWildcards: boolean
  /** A name that cannot be written, and the failures that it may be reported as. */
  readonly refusedName: string
  readonly refusedAs: readonly string[]
  readonly stop: () => Promise<void>
}

export type ProviderBench = {
  readonly title: string
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
      hasWildcards: true,
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
        hasWildcards: true,
        refusedName: 'fremd',
        refusedAs,
        stop: server.stop,
      }
    },
  }
}

export const providerBenches: readonly ProviderBench[] = [
  powerDnsBench,
  updateBench('BIND', startBind, 'hmac-sha256', ['name']),
  updateBench('BIND', startBind, 'hmac-sha512', ['name']),
  updateBench('Knot', startKnot, 'hmac-sha256', ['key']),
]
