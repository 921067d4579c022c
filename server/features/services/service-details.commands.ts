/** The detail rows of a service with the fields of its kind. */
import type { Transaction } from 'kysely'
import type { ServiceType } from '#contract/service-fields.ts'
import type { ServiceInput } from '#contract/services.ts'
import { instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/schema.ts'
import { type ServiceRow, urlsOf } from './service.queries.ts'
import { applicationState, silentFrom } from './service.rules.ts'

type Trx = Transaction<Database>

/** A monitored website is checked at once. */
export async function insertDetails(
  trx: Trx,
  { clock }: Pick<Context, 'clock'>,
  { id, type }: { id: string; type: ServiceType },
  fields: ServiceInput,
): Promise<void> {
  switch (type) {
    case 'device_service':
      await trx
        .insertInto('device_service')
        .values({ service_id: id, ...deviceColumns(fields) })
        .execute()
      return
    case 'website_service':
      await trx
        .insertInto('website_service')
        .values({
          service_id: id,
          is_watched: fields.isWatched ? 1 : 0,
          next_check_at: fields.isWatched ? instantText(clock.now()) : null,
          ...neverChecked,
        })
        .execute()
      return
    case 'application_service':
      await trx
        .insertInto('application_service')
        .values({
          service_id: id,
          version: fields.version,
          last_alive_at: null,
          period_minutes: fields.periodMinutes,
          silent_at: null,
          heartbeat_token_hash: null,
        })
        .execute()
      return
  }
}

type DetailChange = { after: ServiceInput; changed: readonly string[] }

export async function changeDetails(
  trx: Trx,
  context: Pick<Context, 'clock'>,
  row: ServiceRow,
  change: DetailChange,
): Promise<void> {
  switch (row.type) {
    case 'device_service':
      await trx
        .updateTable('device_service')
        .set(deviceColumns(change.after))
        .where('service_id', '=', row.id)
        .execute()
      return
    case 'website_service':
      return changeWebsite(trx, context, row, change)
    case 'application_service':
      return changeApplication(trx, context, row, change)
  }
}

/** With another address, or when its checks start or stop, earlier results are obsolete. */
async function changeWebsite(
  trx: Trx,
  { clock }: Pick<Context, 'clock'>,
  row: ServiceRow,
  { after, changed }: DetailChange,
): Promise<void> {
  const isMoved = after.urls[0] !== urlsOf(row)[0]
  if (!isMoved && !changed.includes('isWatched')) return
  const now = instantText(clock.now())
  await trx
    .updateTable('website_service')
    .set({
      is_watched: after.isWatched ? 1 : 0,
      next_check_at: after.isWatched ? now : null,
      ...(isMoved ? neverChecked : { failures_in_row: 0, failing_since: null }),
    })
    .where('service_id', '=', row.id)
    .execute()
  await trx
    .updateTable('website_outage')
    .set({ ended_at: now })
    .where('service_id', '=', row.id)
    .where('ended_at', 'is', null)
    .execute()
  await trx
    .updateTable('service')
    .set({ state: after.isWatched ? 'unknown' : 'none' })
    .where('id', '=', row.id)
    .execute()
}

/** A longer period may end a silence, a shorter one begin it. */
async function changeApplication(
  trx: Trx,
  { clock }: Pick<Context, 'clock'>,
  row: ServiceRow,
  { after }: DetailChange,
): Promise<void> {
  const silentAt =
    row.last_alive_at === null ? null : instantText(silentFrom(new Date(row.last_alive_at), after.periodMinutes))
  await trx
    .updateTable('application_service')
    .set({ version: after.version, period_minutes: after.periodMinutes, silent_at: silentAt })
    .where('service_id', '=', row.id)
    .execute()
  const state = applicationState(silentAt, instantText(clock.now()))
  if (state !== row.state) await trx.updateTable('service').set({ state }).where('id', '=', row.id).execute()
}

const neverChecked = {
  checked_at: null,
  outcome: null,
  status_code: null,
  response_ms: null,
  failures_in_row: 0,
  failing_since: null,
  certificate_expires_at: null,
  certificate_warned_for: null,
}

function deviceColumns({ localIp, externalIp, macAddress }: ServiceInput) {
  return { local_ip: localIp, external_ip: externalIp, mac_address: macAddress }
}
