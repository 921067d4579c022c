/**
 * Domains, host names and endpoints for tests: each builder creates the rows it depends on. Overrides are columns.
 */
import type { Insertable, Selectable } from 'kysely'
import { fullHostname } from '#contract/dns-fields.ts'
import { templateDefault } from '#contract/dns-template.ts'
import { instantText } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import type {
  DnsCallTable,
  DnsChangeTable,
  DnsDomainTable,
  DnsEndpointTable,
  DnsHostnameTable,
} from '#server/database/dns-tables.ts'
import { fold } from '#server/database/fold.ts'
import { newId } from '#server/database/ids.ts'
import { saveSearchTerms } from '#server/database/search-terms.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { buildCustomer } from './build-tickets.ts'

type Builder = Pick<Runtime, 'db' | 'clock' | 'wake'>

let built = 0

/** At Hetzner, without a key, by default. */
export async function buildDomain(
  runtime: Builder,
  overrides: Partial<Insertable<DnsDomainTable>> = {},
): Promise<Selectable<DnsDomainTable>> {
  built += 1
  const customer_id = overrides.customer_id ?? (await buildCustomer(runtime)).id
  return inTransaction(runtime, async trx => {
    const row = await trx
      .insertInto('dns_domain')
      .values({
        ...rowStart(runtime),
        customer_id,
        domain: `kunde-${built}.example`,
        type: 'hetzner',
        options: '{}',
        name_servers: '[]',
        sealed_api_key: null,
        ttl_min: null,
        last_check: null,
        failure: null,
        failing_since: null,
        writer: null,
        writing_until: null,
        incident_at: null,
        ...overrides,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await saveSearchTerms(trx, 'dns_domain', row.id, [row.domain])
    return row
  })
}

/** Waits for a report, by default. */
export async function buildHostname(
  runtime: Builder,
  overrides: Partial<Insertable<DnsHostnameTable>> = {},
): Promise<Selectable<DnsHostnameTable>> {
  built += 1
  const domain =
    overrides.domain_id === undefined
      ? await buildDomain(runtime, overrides.customer_id === undefined ? {} : { customer_id: overrides.customer_id })
      : await runtime.db
          .selectFrom('dns_domain')
          .selectAll()
          .where('id', '=', overrides.domain_id)
          .executeTakeFirstOrThrow()
  const name = overrides.name ?? `host-${built}`
  return inTransaction(runtime, async trx => {
    const row = await trx
      .insertInto('dns_hostname')
      .values({
        ...rowStart(runtime),
        customer_id: domain.customer_id,
        domain_id: domain.id,
        name,
        full_name: fullHostname(name, domain.domain),
        type: 'A',
        source: 'reported',
        ttl: 300,
        state: (overrides.value ?? '') === '' ? 'waiting' : 'pending',
        written_ttl: null,
        last_update_at: null,
        verified_at: null,
        verified_by: null,
        reported_at: null,
        failure: null,
        failing_since: null,
        next_attempt_at: null,
        ...overrides,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await saveSearchTerms(trx, 'dns_hostname', row.id, [row.full_name])
    return row
  })
}

/** Active, without a token, for these host names. */
export async function buildEndpoint(
  runtime: Builder,
  { hostnameIds = [], ...overrides }: Partial<Insertable<DnsEndpointTable>> & { hostnameIds?: readonly string[] } = {},
): Promise<Selectable<DnsEndpointTable>> {
  built += 1
  const name = overrides.name ?? `Router ${built}`
  const customer_id = overrides.customer_id ?? (await buildCustomer(runtime)).id
  return inTransaction(runtime, async trx => {
    const row = await trx
      .insertInto('dns_endpoint')
      .values({
        ...rowStart(runtime),
        customer_id,
        name,
        name_key: fold(name),
        router: 'other',
        request_template: templateDefault,
        is_active: 1,
        device_id: null,
        user_name: `router-${built}`,
        token_hash: null,
        previous_token_hash: null,
        previous_token_until: null,
        last_call_id: null,
        ...overrides,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    for (const [position, hostname_id] of hostnameIds.entries()) {
      await trx.insertInto('dns_endpoint_hostname').values({ endpoint_id: row.id, hostname_id, position }).execute()
    }
    await saveSearchTerms(trx, 'dns_endpoint', row.id, [row.name])
    return row
  })
}

/** The last call of the endpoint. */
export async function buildCall(
  runtime: Builder,
  overrides: Partial<Insertable<DnsCallTable>> & Pick<DnsCallTable, 'endpoint_id'>,
): Promise<Selectable<DnsCallTable>> {
  const row = await runtime.db
    .insertInto('dns_call')
    .values({
      id: newId(runtime.clock.now()),
      at: instantText(runtime.clock.now()),
      address: '9.9.9.9',
      user_agent: 'ddclient/3.10.0',
      request: 'GET /nic/update?myip=9.9.9.9',
      ipv4: '9.9.9.9',
      ipv6: '',
      prefix: '',
      hints: '[]',
      status: 200,
      answer: 'good 9.9.9.9',
      ...overrides,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await runtime.db.updateTable('dns_endpoint').set({ last_call_id: row.id }).where('id', '=', row.endpoint_id).execute()
  return row
}

export async function buildChange(
  runtime: Builder,
  overrides: Partial<DnsChangeTable> & Pick<DnsChangeTable, 'hostname_id'>,
): Promise<DnsChangeTable> {
  return runtime.db
    .insertInto('dns_change')
    .values({
      id: newId(runtime.clock.now()),
      at: instantText(runtime.clock.now()),
      cause: 'router',
      event: 'wanted',
      value: '9.9.9.9',
      failure: null,
      failure_detail: '',
      ...overrides,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

function rowStart({ clock }: Pick<Runtime, 'clock'>) {
  const now = instantText(clock.now())
  return { id: newId(clock.now()), created_at: now, updated_at: now }
}
