/** The demo's DNS updater: every state of a host name, two domains, two routers. Nothing of it is due: nobody is called. */
import type { Insertable } from 'kysely'
import { fullHostname } from '#contract/dns-fields.ts'
import { templateDefault } from '#contract/dns-template.ts'
import { hashToken } from '#server/auth/tokens.ts'
import { calendarDate, dayMs, hourMs, instantText, minuteMs, plusMs } from '#server/clock.ts'
import type {
  DnsCallTable,
  DnsChangeTable,
  DnsDomainTable,
  DnsEndpointHostnameTable,
  DnsEndpointTable,
  DnsHostnameTable,
} from '#server/database/dns-tables.ts'
import { fold } from '#server/database/fold.ts'
import { newId } from '#server/database/ids.ts'
import { apiKeyPlace } from '#server/features/dns/dns-domain.commands.ts'
import type { Keys } from '#server/keys.ts'
import { sealSecret } from '#server/secrets/seal.ts'
import { createRandom } from './demo-random.ts'

export type DnsRows = {
  readonly domains: Insertable<DnsDomainTable>[]
  readonly hostnames: Insertable<DnsHostnameTable>[]
  readonly endpoints: Insertable<DnsEndpointTable>[]
  readonly memberships: DnsEndpointHostnameTable[]
  readonly calls: Insertable<DnsCallTable>[]
  readonly changes: DnsChangeTable[]
}

type PlannedName = Pick<Insertable<DnsHostnameTable>, 'name' | 'type' | 'state'> &
  Partial<Insertable<DnsHostnameTable>> & { domain: 0 | 1 }

const addedDaysAgo = 60
const ipv4 = '203.0.113.42'
const ipv6 = '2001:db8:42:1::2'

/** Ids and times of the rows: the same for the same date. */
type Maker = {
  readonly customerId: string
  readonly keys: Keys
  /** That many days ago, in the morning or at this time of the day. */
  readonly at: (daysAgo: number, ms?: number) => string
  readonly start: (index: number) => { id: string; created_at: string; updated_at: string }
  readonly idAt: (time: string) => string
}

/** Of the user `demo-kunde`. */
export function dnsRows(now: Date, customerId: string, keys: Keys): DnsRows {
  const random = createRandom(23)
  const midnight = new Date(`${calendarDate(now)}T00:00:00.000Z`)
  const maker: Maker = {
    customerId,
    keys,
    at: (daysAgo, ms = 9 * hourMs) => instantText(plusMs(midnight, ms - daysAgo * dayMs)),
    start: index => {
      const created = plusMs(midnight, (9 * 60 + index) * minuteMs - addedDaysAgo * dayMs)
      return { id: newId(created, random.next), created_at: instantText(created), updated_at: instantText(created) }
    },
    idAt: time => newId(new Date(time), random.next),
  }
  const domains = domainRows(maker)
  const hostnames = hostnameRows(maker, domains)
  const endpoints = endpointRows(maker)
  const calls = callRows(maker, endpoints)
  const lastCalls = new Map(calls.map(row => [row.endpoint_id, row.id]))
  return {
    domains,
    hostnames,
    endpoints: endpoints.map(row => ({ ...row, last_call_id: lastCalls.get(row.id) ?? null })),
    memberships: membershipRows(domains, hostnames, endpoints),
    calls,
    changes: changeRows(maker, hostnames),
  }
}

function domainRows({ customerId, keys, at, start }: Maker): Insertable<DnsDomainTable>[] {
  const healthy = { failure: null, failing_since: null, incident_at: null }
  return [
    { domain: 'weingut-groessl.example', type: 'hetzner' as const, options: '{}', ...healthy },
    {
      domain: 'groessl-ferien.example',
      type: 'powerdns' as const,
      options: JSON.stringify({ server: 'https://dns.groessl-ferien.example' }),
      failure: 'key' as const,
      failing_since: at(2),
      incident_at: at(2),
    },
  ].map((domain, index): Insertable<DnsDomainTable> => {
    const row = start(index)
    return {
      ...row,
      ...domain,
      failure_detail: '',
      customer_id: customerId,
      name_servers: '[]',
      sealed_api_key: sealSecret(keys, apiKeyPlace(row.id), 'demo-schluessel'),
      ttl_min: null,
      last_check: null,
      writer: null,
      writing_until: null,
    }
  })
}

function plannedNames({ at }: Maker): readonly PlannedName[] {
  const right = { written_value: ipv4, written_ttl: 300, last_update_at: at(1), reported_at: at(1) }
  const verified = { verified_at: at(1, 9 * hourMs + minuteMs), verified_by: 'servers' as const }
  const accepted = { ...verified, verified_by: 'provider' as const }
  return [
    { domain: 0, name: '@', type: 'A', state: 'current', value: ipv4, ...right, ...verified },
    { domain: 0, name: 'vpn', type: 'A', state: 'current', value: ipv4, ...right, ...accepted },
    { domain: 0, name: 'vpn', type: 'AAAA', state: 'published', value: ipv6, ...right, written_value: ipv6 },
    {
      domain: 0,
      name: 'nas',
      type: 'AAAA',
      state: 'pending',
      source: 'prefix',
      suffix: '::1a2b:3cff:fe4d:5e6f',
      value: '2001:db8:42:1:1a2b:3cff:fe4d:5e6f',
      reported_at: at(0),
    },
    { domain: 0, name: 'kamera', type: 'A', state: 'waiting', value: '' },
    {
      domain: 0,
      name: 'shop',
      type: 'A',
      state: 'differs',
      source: 'fixed',
      value: '203.0.113.80',
      written_value: '203.0.113.80',
      written_ttl: 300,
      last_update_at: at(20),
      found_values: JSON.stringify(['198.51.100.7']),
    },
    {
      domain: 0,
      name: 'heizung',
      type: 'A',
      state: 'retrying',
      value: ipv4,
      reported_at: at(0),
      failure: 'unavailable',
      failing_since: at(0),
      attempts: 3,
    },
    {
      domain: 1,
      name: 'haus',
      type: 'A',
      state: 'failed',
      value: '203.0.113.90',
      reported_at: at(2),
      failure: 'key',
      failing_since: at(2),
      attempts: 1,
    },
  ]
}

function hostnameRows(maker: Maker, domains: DnsRows['domains']): Insertable<DnsHostnameTable>[] {
  return plannedNames(maker).map(({ domain: of, ...name }, index): Insertable<DnsHostnameTable> => {
    const domain = domains[of]
    return {
      ...maker.start(10 + index),
      customer_id: maker.customerId,
      domain_id: domain?.id ?? '',
      full_name: fullHostname(name.name, domain?.domain ?? ''),
      source: 'reported',
      suffix: '',
      found_values: '[]',
      attempts: 0,
      written_value: '',
      failure_detail: '',
      ttl: 300,
      cause: name.source === 'fixed' ? 'portal' : 'router',
      written_ttl: null,
      last_update_at: null,
      verified_at: null,
      verified_by: null,
      reported_at: null,
      failure: null,
      failing_since: null,
      next_attempt_at: null,
      ...name,
    }
  })
}

function endpointRows({ customerId, start }: Maker): Insertable<DnsEndpointTable>[] {
  return (['Weingut', 'Ferienhaus'] as const).map(
    (name, index): Insertable<DnsEndpointTable> => ({
      ...start(30 + index),
      customer_id: customerId,
      name,
      name_key: fold(name),
      router: index === 0 ? 'fritzbox' : 'opnsense',
      request_template: templateDefault,
      is_active: 1,
      device_id: null,
      user_name: index === 0 ? 'weingut2026a' : 'ferienhaus26',
      token_hash: hashToken(`demo-${index}`),
      previous_token_hash: null,
      previous_token_until: null,
      last_call_id: null,
    }),
  )
}

/** The first router sets the names of the first domain, the second those of the other. */
function membershipRows(
  domains: DnsRows['domains'],
  hostnames: DnsRows['hostnames'],
  endpoints: DnsRows['endpoints'],
): DnsEndpointHostnameTable[] {
  return hostnames.flatMap(({ id, domain_id, source }, position) => {
    if (source === 'fixed') return []
    const endpoint = endpoints[domain_id === domains[0]?.id ? 0 : 1]
    return [{ endpoint_id: endpoint?.id ?? '', hostname_id: id, position }]
  })
}

function callRows({ at, idAt }: Maker, endpoints: DnsRows['endpoints']): Insertable<DnsCallTable>[] {
  type Row = Insertable<DnsCallTable>
  const call = (index: 0 | 1, time: string, fields: Partial<Row>): Row => ({
    id: idAt(time),
    endpoint_id: endpoints[index]?.id ?? '',
    at: time,
    address: ipv4,
    user_agent: index === 0 ? 'Fritz!Box DDNS/1.0.1' : 'OPNsense/24.7',
    request: `GET /nic/update?myip=${ipv4}&myipv6=${ipv6}`,
    ipv4,
    ipv6: index === 0 ? ipv6 : '',
    prefix: '',
    hints: '[]',
    status: 200,
    answer: `good ${ipv4}`,
    ...fields,
  })
  return [
    call(0, at(9), { answer: `nochg ${ipv4}` }),
    call(0, at(1), {}),
    call(1, at(2), {
      address: '203.0.113.90',
      request: 'GET /nic/update?hostname=haus.groessl-ferien.example&myip=100.64.3.7,203.0.113.90',
      ipv4: '203.0.113.90',
      hints: JSON.stringify(['ipv4_not_public']),
      status: 503,
      answer: 'dnserr',
    }),
  ]
}

function changeRows({ at, idAt }: Maker, hostnames: DnsRows['hostnames']): DnsChangeTable[] {
  return hostnames.flatMap(({ id, state, value = '', cause = 'router' }): DnsChangeTable[] => {
    if (value === '') return []
    const change = (time: string, event: DnsChangeTable['event'], fields: Partial<DnsChangeTable> = {}) => ({
      id: idAt(time),
      hostname_id: id,
      at: time,
      cause,
      event,
      value,
      failure: null,
      failure_detail: '',
      ...fields,
    })
    const isWritten = state === 'current' || state === 'published' || state === 'differs'
    return [
      change(at(20), 'wanted'),
      ...(isWritten ? [change(at(20, 9 * hourMs + 2_000), 'written')] : []),
      ...(state === 'current' ? [change(at(20, 9 * hourMs + minuteMs), 'verified')] : []),
      ...(state === 'differs' ? [change(at(3), 'found', { cause: 'provider', value: '198.51.100.7' })] : []),
      ...(state === 'failed' ? [change(at(2), 'failed', { failure: 'key' })] : []),
    ]
  })
}
