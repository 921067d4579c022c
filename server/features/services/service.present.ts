import type { ApplicationService } from '#contract/application-services.ts'
import type { DeviceService } from '#contract/device-services.ts'
import { applicationPeriodMinutesDefault, certificateExpiringDays } from '#contract/limits.ts'
import type { Service } from '#contract/services.ts'
import type { WebsiteService } from '#contract/website-services.ts'
import type { Actor } from '#server/auth/actor.ts'
import { instantText } from '#server/clock.ts'
import { displayNameOf } from '#server/features/customers/customer.queries.ts'
import { servicePermissionsOf } from './service.policy.ts'
import { type FoundService, urlsOf } from './service.queries.ts'
import { applicationState } from './service.rules.ts'
import { isWithinDays } from './website-check.rules.ts'

export function presentService(actor: Actor, found: FoundService, now: Date): Service {
  switch (found.row.type) {
    case 'device_service':
      return presentDevice(actor, found)
    case 'website_service':
      return presentWebsite(actor, found, now)
    case 'application_service':
      return presentApplication(actor, found, now)
  }
}

export function presentDevice(actor: Actor, found: FoundService): DeviceService {
  const { row } = found
  return {
    type: 'device_service',
    ...shared(actor, found),
    ...accessTo(found),
    localIp: row.local_ip ?? '',
    externalIp: row.external_ip ?? '',
    macAddress: row.mac_address ?? '',
  }
}

export function presentWebsite(actor: Actor, found: FoundService, now: Date): WebsiteService {
  const { row } = found
  const expiresAt = row.certificate_expires_at
  return {
    type: 'website_service',
    ...shared(actor, found),
    ...accessTo(found),
    isWatched: row.is_watched === 1,
    lastCheck:
      row.checked_at === null || row.outcome === null
        ? null
        : {
            at: row.checked_at,
            error: row.outcome === 'ok' ? null : row.outcome,
            statusCode: row.status_code,
            responseMs: row.response_ms,
          },
    failuresInRow: row.failures_in_row ?? 0,
    downSince: row.state === 'problem' ? row.failing_since : null,
    nextCheckAt: row.next_check_at,
    certificateExpiresAt: expiresAt,
    isCertificateExpiring: expiresAt !== null && isWithinDays(expiresAt, now, certificateExpiringDays),
  }
}

export function presentApplication(actor: Actor, found: FoundService, now: Date): ApplicationService {
  const { row } = found
  // By the clock, not by the stored state: the job updates that later.
  const state = applicationState(row.silent_at, instantText(now))
  return {
    type: 'application_service',
    ...shared(actor, found),
    state,
    version: row.version ?? '',
    lastAlive: row.last_alive_at,
    periodMinutes: row.period_minutes ?? applicationPeriodMinutesDefault,
    isSilent: state === 'problem',
    silentSince: state === 'problem' ? row.silent_at : null,
    hasHeartbeatToken: row.has_heartbeat_token === 1,
  }
}

function shared(actor: Actor, { row }: FoundService) {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    customer: { id: row.customer_id, name: displayNameOf(row) },
    collectionId: row.collection_id,
    collection:
      row.collection_id === null || row.collection_name === null
        ? null
        : { id: row.collection_id, name: row.collection_name },
    state: row.state === 'none' ? null : row.state,
    permissions: servicePermissionsOf(actor, row.type),
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function accessTo({ row, credentials }: FoundService) {
  return {
    urls: urlsOf(row),
    credentials: credentials.map(({ id, label, username, is_shared, has_password }) => ({
      id,
      label,
      username,
      hasPassword: has_password === 1,
      isShared: is_shared === 1,
    })),
  }
}
