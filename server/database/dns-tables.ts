/** The tables of the DNS updater. */
import type { Generated } from 'kysely'
import type { DnsFailure, DnsHostnameState, DnsProviderType, DnsRecordType, DnsSource } from '#contract/dns-fields.ts'
import type { DnsChange } from '#contract/dns-hostnames.ts'
import type { DnsRouter } from '#contract/dns-routers.ts'
import type { Flag, InstantText, Revised } from './schema-columns.ts'

export type DnsTables = {
  dns_domain: DnsDomainTable
  dns_hostname: DnsHostnameTable
  dns_endpoint: DnsEndpointTable
  dns_endpoint_hostname: DnsEndpointHostnameTable
  dns_call: DnsCallTable
  dns_change: DnsChangeTable
}

export type DnsDomainTable = Revised & {
  id: string
  customer_id: string
  /** Punycode, lower case, unique per customer. */
  domain: string
  type: DnsProviderType
  /** JSON (`DnsOptions`). */
  options: string
  /** JSON: a list of texts; empty: as delegated. */
  name_servers: string
  /** Sealed for this row; null: none is stored. */
  sealed_api_key: string | null
  /** The smallest TTL that the provider stated for the domain. */
  ttl_min: number | null
  /** JSON (`DnsDomainCheck`). */
  last_check: string | null
  /** Stops all writes until a person changes something. */
  failure: DnsFailure | null
  failure_detail: Generated<string>
  failing_since: InstantText | null
  /** The one writer of the domain, over all instances, and until when. */
  writer: string | null
  writing_until: InstantText | null
  /** The beginning of the incident that a mail was sent about. */
  incident_at: InstantText | null
}

export type DnsHostnameTable = Revised & {
  id: string
  customer_id: string
  domain_id: string
  /** `@`, `*` or labels below the domain. */
  name: string
  /** The whole name, kept with the domain's. */
  full_name: string
  type: DnsRecordType
  source: DnsSource
  suffix: Generated<string>
  /** The wanted address; empty until there is one. */
  value: Generated<string>
  /** Counts the wanted values: a write of an earlier one is not recorded as the current. */
  generation: Generated<number>
  ttl: number
  /** Who wanted the value. */
  cause: Generated<'router' | 'portal'>
  state: Generated<DnsHostnameState>
  /** The last value the provider accepted; empty before the first. */
  written_value: Generated<string>
  written_ttl: number | null
  last_update_at: InstantText | null
  verified_at: InstantText | null
  verified_by: 'servers' | 'provider' | null
  reported_at: InstantText | null
  /** JSON: values of others, found where ours was expected. */
  found_values: Generated<string>
  /** The next write replaces any existing value. */
  is_overwriting: Generated<Flag>
  failure: DnsFailure | null
  failure_detail: Generated<string>
  failing_since: InstantText | null
  /** Failed writes in a row; after a write, questions to the name servers. */
  attempts: Generated<number>
  next_attempt_at: InstantText | null
}

export type DnsEndpointTable = Revised & {
  id: string
  customer_id: string
  name: string
  name_key: string
  router: DnsRouter
  request_template: string
  is_active: Flag
  device_id: string | null
  user_name: string
  /** SHA-256 of the token, hex. */
  token_hash: string | null
  previous_token_hash: string | null
  previous_token_until: InstantText | null
  last_call_id: string | null
}

export type DnsEndpointHostnameTable = { endpoint_id: string; hostname_id: string; position: number }

export type DnsCallTable = {
  id: string
  endpoint_id: string
  at: InstantText
  address: string
  user_agent: string
  request: string
  ipv4: string
  ipv6: string
  prefix: string
  /** JSON: a list of words. */
  hints: string
  status: number
  answer: string
  /** The number of calls that the row counts; it shows the last of them. */
  calls: Generated<number>
}

export type DnsChangeTable = {
  id: string
  hostname_id: string
  at: InstantText
  cause: DnsChange['cause']
  event: DnsChange['event']
  value: string
  failure: DnsFailure | null
  failure_detail: string
}
