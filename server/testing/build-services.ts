/**
 * Services, their collections and credentials for tests: each builder creates the rows it depends on. Overrides are
 * columns.
 */
import type { Insertable, Selectable } from 'kysely'
import { instantText } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import type {
  ApplicationServiceTable,
  DeviceServiceTable,
  ServiceCollectionTable,
  ServiceCredentialTable,
  ServiceTable,
  WebsiteServiceTable,
} from '#server/database/business-tables.ts'
import { fold } from '#server/database/fold.ts'
import { newId } from '#server/database/ids.ts'
import { saveSearchTerms } from '#server/database/search-terms.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { serviceSearchTexts } from '#server/features/services/service.rules.ts'
import { buildCustomer } from './build-tickets.ts'

type Builder = Pick<Runtime, 'db' | 'clock' | 'wake'>
type Base = Partial<Omit<Insertable<ServiceTable>, 'urls'>> & { urls?: string[] }

let built = 0

export async function buildDevice(
  runtime: Builder,
  { details, ...base }: Base & { details?: Partial<DeviceServiceTable> } = {},
): Promise<Selectable<ServiceTable>> {
  const row = await buildService(runtime, { type: 'device_service', state: 'none', ...base }, [
    details?.local_ip ?? '',
    details?.mac_address ?? '',
  ])
  await runtime.db
    .insertInto('device_service')
    .values({ service_id: row.id, local_ip: '', external_ip: '', mac_address: '', ...details })
    .execute()
  return row
}

/** Monitored and never checked, due at once, by default. */
export async function buildWebsite(
  runtime: Builder,
  { details, ...base }: Base & { details?: Partial<WebsiteServiceTable> } = {},
): Promise<Selectable<ServiceTable>> {
  const state = details?.is_watched === 0 ? 'none' : 'unknown'
  const row = await buildService(runtime, {
    type: 'website_service',
    state,
    urls: ['https://www.example.org/'],
    ...base,
  })
  await runtime.db
    .insertInto('website_service')
    .values({
      service_id: row.id,
      is_watched: 1,
      next_check_at: details?.is_watched === 0 ? null : instantText(runtime.clock.now()),
      checked_at: null,
      outcome: null,
      status_code: null,
      response_ms: null,
      failures_in_row: 0,
      failing_since: null,
      certificate_expires_at: null,
      certificate_warned_for: null,
      ...details,
    })
    .execute()
  return row
}

/** Never heard, without a heartbeat address, by default. */
export async function buildApplication(
  runtime: Builder,
  { details, ...base }: Base & { details?: Partial<ApplicationServiceTable> } = {},
): Promise<Selectable<ServiceTable>> {
  const row = await buildService(runtime, { type: 'application_service', state: 'unknown', ...base })
  await runtime.db
    .insertInto('application_service')
    .values({
      service_id: row.id,
      version: '',
      last_alive_at: null,
      period_minutes: 60,
      silent_at: null,
      heartbeat_token_hash: null,
      ...details,
    })
    .execute()
  return row
}

export async function buildCollection(
  runtime: Builder,
  overrides: Partial<Insertable<ServiceCollectionTable>> = {},
): Promise<Selectable<ServiceCollectionTable>> {
  built += 1
  const name = overrides.name ?? `Gruppe ${built}`
  const customerId = overrides.customer_id ?? (await buildCustomer(runtime)).id
  return inTransaction(runtime, async trx => {
    const row = await trx
      .insertInto('service_collection')
      .values({
        ...rowStart(runtime),
        customer_id: customerId,
        name,
        name_key: fold(name),
        description: '',
        ...overrides,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await saveSearchTerms(trx, 'service_collection', row.id, [row.name, row.description])
    return row
  })
}

/** On a new device by default. */
export async function buildCredential(
  runtime: Builder,
  overrides: Partial<Insertable<ServiceCredentialTable>> = {},
): Promise<Selectable<ServiceCredentialTable>> {
  built += 1
  const service = overrides.service_id
    ? await runtime.db
        .selectFrom('service')
        .selectAll()
        .where('id', '=', overrides.service_id)
        .executeTakeFirstOrThrow()
    : await buildDevice(runtime)
  return runtime.db
    .insertInto('service_credential')
    .values({
      ...rowStart(runtime),
      service_id: service.id,
      customer_id: service.customer_id,
      label: `Zugang ${built}`,
      username: 'admin',
      ...overrides,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function buildService(
  runtime: Builder,
  { urls = [], ...overrides }: Base & Pick<ServiceTable, 'type' | 'state'>,
  searched: string[] = [],
): Promise<Selectable<ServiceTable>> {
  built += 1
  const name = overrides.name ?? `Dienst ${built}`
  const customerId = overrides.customer_id ?? (await buildCustomer(runtime)).id
  return inTransaction(runtime, async trx => {
    const row = await trx
      .insertInto('service')
      .values({
        ...rowStart(runtime),
        customer_id: customerId,
        collection_id: null,
        name,
        name_key: fold(name),
        description: '',
        urls: JSON.stringify(urls),
        ...overrides,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const words = { name, description: row.description, urls, localIp: '', externalIp: '', macAddress: '' }
    await saveSearchTerms(trx, 'service', row.id, [...serviceSearchTexts(words), ...searched])
    return row
  })
}

function rowStart({ clock }: Pick<Runtime, 'clock'>) {
  const now = instantText(clock.now())
  return { id: newId(), created_at: now, updated_at: now }
}
