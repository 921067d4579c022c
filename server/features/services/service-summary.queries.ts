/** The numbers of the services in scope, and the few that need attention. */
import { type Kysely, sql } from 'kysely'
import { type Scope, scopedCustomerId } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import type { ServiceTable, WebsiteServiceTable } from '#server/database/business-tables.ts'
import type { Param } from '#server/database/prepared.ts'
import { preparedVariants } from '#server/database/prepared-variants.ts'
import type { Database } from '#server/database/schema.ts'

export type SummaryVariant = { isScoped: boolean }
type OwnerParams = { customerId: string }
type LookParams = OwnerParams & { until: string; limit: number }

type Owner = { id: string; name: string; customer_id: string; company: string; first_name: string; last_name: string }
/** `total` is over all, also those beyond the few that are shown. */
type Shown = Owner & { at: string | null; total: number }

export type FoundSummary = {
  counts: { type: ServiceTable['type']; state: ServiceTable['state']; count: number }[]
  down: (Shown & { outcome: WebsiteServiceTable['outcome'] })[]
  expiring: Shown[]
  silent: (Shown & { last_alive_at: string | null })[]
}

const shownMax = 5

/** Over all services in scope, or one customer's. Four queries, for any number of services. */
export async function getServiceSummary(
  connection: Connection,
  scope: Scope,
  { customer, now, certificatesUntil }: { customer: string | undefined; now: string; certificatesUntil: string },
): Promise<FoundSummary> {
  const own = scopedCustomerId(scope)
  // `none` is no valid id: a customer who asks for another one sees zeros.
  const customerId = own !== null && customer !== undefined && customer !== own ? 'none' : (own ?? customer)
  const variant = { isScoped: customerId !== undefined }
  const params = { customerId: customerId ?? '', limit: shownMax }
  return {
    counts: await (customerId === undefined ? selectKeptCounts(connection) : selectCounts(connection, variant, params)),
    down: await selectDown(connection, variant, { ...params, until: now }),
    expiring: await selectExpiring(connection, variant, { ...params, until: certificatesUntil }),
    silent: await selectSilent(connection, variant, { ...params, until: now }),
  }
}

/** Kept by the database, by kind and state. */
async function selectKeptCounts(connection: Connection): Promise<FoundSummary['counts']> {
  const kept = await connection.selectFrom('row_count').select(['key', 'count']).where('list', '=', 'service').execute()
  return kept.map(({ key, count }) => {
    // The key is made of the columns `type` and `state` (migration 0014).
    const [type, state] = key.split(' ') as [ServiceTable['type'], ServiceTable['state']]
    return { type, state, count }
  })
}

const selectCounts = preparedVariants<SummaryVariant, OwnerParams>()((_, db, param) =>
  db
    .selectFrom('service')
    .select(['type', 'state'])
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('customer_id', '=', param('customerId'))
    .groupBy(['type', 'state']),
)

/** The statements; exported so that their query plans can be checked. */
export function downWebsites(variant: SummaryVariant, db: Kysely<Database>, param: Param<LookParams>) {
  return owners(variant, db, param)
    .innerJoin('website_service', 'website_service.service_id', 'service.id')
    .select(['website_service.failing_since as at', 'website_service.outcome'])
    .where('service.type', '=', 'website_service')
    .where('service.state', '=', 'problem')
    .orderBy('website_service.failing_since')
    .limit(param('limit'))
}

export function expiringCertificates(variant: SummaryVariant, db: Kysely<Database>, param: Param<LookParams>) {
  return owners(variant, db, param)
    .innerJoin('website_service', 'website_service.service_id', 'service.id')
    .select('website_service.certificate_expires_at as at')
    .where('website_service.certificate_expires_at', '<=', param('until'))
    .where('website_service.is_watched', '=', 1)
    .orderBy('website_service.certificate_expires_at')
    .limit(param('limit'))
}

export function silentApplications(variant: SummaryVariant, db: Kysely<Database>, param: Param<LookParams>) {
  return owners(variant, db, param)
    .innerJoin('application_service', 'application_service.service_id', 'service.id')
    .select(['application_service.silent_at as at', 'application_service.last_alive_at'])
    .where('application_service.silent_at', '<=', param('until'))
    .orderBy('application_service.silent_at')
    .limit(param('limit'))
}

const selectDown = preparedVariants<SummaryVariant, LookParams>()(downWebsites)
const selectExpiring = preparedVariants<SummaryVariant, LookParams>()(expiringCertificates)
const selectSilent = preparedVariants<SummaryVariant, LookParams>()(silentApplications)

function owners({ isScoped }: SummaryVariant, db: Kysely<Database>, param: Param<LookParams>) {
  return db
    .selectFrom('service')
    .innerJoin('customer', 'customer.id', 'service.customer_id')
    .select([
      'service.id',
      'service.name',
      'service.customer_id',
      'customer.company',
      'customer.first_name',
      'customer.last_name',
      sql<number>`count(*) over ()`.as('total'),
    ])
    .$if(isScoped, query => query.where('service.customer_id', '=', param('customerId')))
}
