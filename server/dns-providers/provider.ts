/** The interface of DNS providers; one file implements each (docs/dns-providers.md). */
import type { Clock } from '#server/clock.ts'
import type { Resolve } from '#server/outgoing/look-up.ts'
import type { Rules } from '#server/outgoing/target.ts'

/** The two types that a router can report. */
export type RecordType = 'A' | 'AAAA'

/** `name` is `@`, `*` or a path of labels below the domain, as in `nas.home`. */
export type RecordName = { readonly name: string; readonly type: RecordType }

/** The records that the provider stores for a name. Addresses are canonical; empty = no such record. */
export type RecordSet = RecordName & {
  readonly values: readonly string[]
  /** null = there is no record, or the provider does not state it. */
  readonly ttl: number | null
  /** The provider publishes other addresses in place of these: only its own answer can confirm them. */
  readonly isProxied: boolean
}

/** Afterwards the name has exactly this address, or none for null. */
export type RecordChange = RecordName & {
  readonly value: string | null
  /** Seconds. */
  readonly ttl: number
  /** Canonical addresses as last read. A provider that compares and sets refuses the write when others are there. */
  readonly expected?: readonly string[]
}

/** A customer's domain at a provider. */
export type ProviderAccount = {
  /** Punycode, lower case, without the final dot. */
  readonly domain: string
  readonly key: string
  readonly options: {
    /** PowerDNS, dyndns2: an address; RFC 2136: a host, with a port or without. */
    readonly server?: string
    /** RFC 2136: the name of the TSIG key. */
    readonly keyName?: string
    readonly algorithm?: 'hmac-sha256' | 'hmac-sha512'
    /** dyndns2: the login beside the key. */
    readonly user?: string
  }
}

export type Capabilities = {
  /** Several names of a domain are written together or not at all, in one request. */
  readonly isAtomic: boolean
  /** `read` returns the stored records. Otherwise only name servers can confirm a write. */
  readonly canRead: boolean
  /** `expected` is honoured by the provider itself. */
  readonly comparesAndSets: boolean
  /** A key that passes `check` may write every name of the domain: the provider knows no lesser ones. */
  readonly checkProvesWrite: boolean
  /** `check` returns the name servers that the domain has to be delegated to. */
  readonly statesNameServers: boolean
  /** A record can be removed. */
  readonly canRemove: boolean
  /** Seconds; null = the provider decides, `ttl` has no effect. `check` returns the domain's own where it is higher. */
  readonly ttlMin: number | null
  /** A family of a name that is left out of a write may be removed: both are written together. */
  readonly writesBothFamilies: boolean
}

export type ProviderCheck = {
  readonly ttlMin: number | null
  /** Where the domain has to be delegated to for the records to count; undefined where the provider does not state it. */
  readonly nameServers?: readonly string[]
}

/** Every function throws `ProviderError` and nothing else. */
export type Provider = {
  readonly capabilities: Capabilities
  /** Whether key and domain fit, without a change to any record. */
  readonly check: (account: ProviderAccount, network: Network) => Promise<ProviderCheck>
  /** In the order of the names. Throws `unsupported` where `canRead` is false. */
  readonly read: (
    account: ProviderAccount,
    names: readonly RecordName[],
    network: Network,
  ) => Promise<readonly RecordSet[]>
  /** Resolves when the provider has accepted all of it. Each name and type occurs once. */
  readonly write: (account: ProviderAccount, changes: readonly RecordChange[], network: Network) => Promise<void>
}

export type Network = {
  readonly rules: Rules
  readonly clock: Clock
  /** Of every single call. */
  readonly timeoutMs?: number
  /** For tests: the name server's answer. */
  readonly resolve?: Resolve
}

/** The whole name, without the final dot. */
export function fullName(domain: string, name: string): string {
  return name === '@' ? domain : `${name}.${domain}`
}
