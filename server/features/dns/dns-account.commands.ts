/** A domain at its provider: the account for writes, and the calls it may make. */
import { AppError } from '#server/app-error.ts'
import type { Runtime } from '#server/context.ts'
import { readNameServer } from '#server/dns-providers/name-server.ts'
import type { Network, Provider, ProviderAccount } from '#server/dns-providers/provider.ts'
import { providerOf } from '#server/dns-providers/providers.ts'
import { mayCall, mayCallDns } from '#server/outgoing/target.ts'
import { openSecret } from '#server/secrets/seal.ts'
import { presetOf } from './dns.rules.ts'
import { apiKeyPlace } from './dns-domain.commands.ts'
import { optionsOf, type StoredDomain } from './dns-domain.queries.ts'

export function providerOfDomain(domain: Pick<StoredDomain, 'type' | 'options'>): Provider {
  return providerOf(domain.type, presetOf(optionsOf(domain)))
}

/** With the opened key; undefined without one. Throws `secret.unreadable`. */
export function accountOf({ keys }: Pick<Runtime, 'keys'>, row: StoredDomain): ProviderAccount | undefined {
  if (row.sealed_api_key === null) return undefined
  const { server, keyName, algorithm, user } = optionsOf(row)
  return {
    domain: row.domain,
    key: openSecret(keys, apiKeyPlace(row.id), row.sealed_api_key),
    options: {
      ...(server !== undefined && { server }),
      ...(keyName !== undefined && { keyName }),
      ...(algorithm !== undefined && { algorithm }),
      ...(user !== undefined && { user }),
    },
  }
}

/** The demo calls only servers that the operator has allowed. */
export function isReachable({ config }: Pick<Runtime, 'config'>, row: Pick<StoredDomain, 'type' | 'options'>): boolean {
  if (!config.isDemo) return true
  const { server = '' } = optionsOf(row)
  if (row.type !== 'rfc2136') return server !== '' && mayCall(config, server)
  return server !== '' && mayCallDns(config, readNameServer(server))
}

/** 409 `dns_domain.not_in_demo`. */
export function demandReachable(runtime: Pick<Runtime, 'config'>, row: Pick<StoredDomain, 'type' | 'options'>): void {
  if (!isReachable(runtime, row)) throw new AppError('dns_domain.not_in_demo')
}

export function networkOf({ config, clock }: Pick<Runtime, 'config' | 'clock'>): Network {
  return { rules: config, clock }
}
