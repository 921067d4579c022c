/** Services, what belongs to them, and what their checks found. */
import type { Generated } from 'kysely'
import type { ServiceState, ServiceType } from '#contract/service-fields.ts'
import type { CheckError } from '#contract/website-services.ts'
import type { Flag, InstantText, Revised } from './schema-columns.ts'

export type ServiceCollectionTable = Revised & {
  id: string
  customer_id: string
  name: string
  name_key: string
  description: string
}

/** One row for each service, with a row of its kind's table beside it. */
export type ServiceTable = Revised & {
  id: string
  type: ServiceType
  customer_id: string
  /** Of the same customer. */
  collection_id: string | null
  name: string
  name_key: string
  description: string
  /** JSON: a list of texts; empty for an application. */
  urls: string
  /** What lists are filtered by; `none`: nobody watches it. An application's turns to `problem` when a job notices. */
  state: 'none' | ServiceState
}

export type DeviceServiceTable = { service_id: string; local_ip: string; external_ip: string; mac_address: string }

export type WebsiteServiceTable = {
  service_id: string
  is_watched: Flag
  /** null while it is not watched. */
  next_check_at: InstantText | null
  checked_at: InstantText | null
  outcome: 'ok' | CheckError | null
  status_code: number | null
  response_ms: number | null
  failures_in_row: number
  /** The first of the failures in a row. */
  failing_since: InstantText | null
  certificate_expires_at: InstantText | null
  /** The end of the certificate the warning went out for. */
  certificate_warned_for: InstantText | null
}

/** What a day's checks of a website found. */
type WebsiteDayTable = {
  service_id: string
  date: string
  checks: number
  failures: number
  /** Over the answered checks. */
  total_ms: number
  slowest_ms: number
}

type WebsiteOutageTable = {
  service_id: string
  started_at: InstantText
  ended_at: InstantText | null
  error: CheckError
  status_code: number | null
}

export type ApplicationServiceTable = {
  service_id: string
  version: string
  last_alive_at: InstantText | null
  period_minutes: number
  /** When its period runs out. */
  silent_at: InstantText | null
  /** SHA-256 of the token in its heartbeat address, hex. */
  heartbeat_token_hash: string | null
}

export type ServiceCredentialTable = Revised & {
  id: string
  service_id: string
  /** Same as the service's: the scope of a credential without a join. */
  customer_id: string
  label: string
  username: string
  /** Sealed for this row; null: none is kept. */
  sealed_password: Generated<string | null>
  /** Not shared: for the customer there is no such credential. */
  is_shared: Generated<Flag>
}

export type ServiceTables = {
  service: ServiceTable
  device_service: DeviceServiceTable
  website_service: WebsiteServiceTable
  website_day: WebsiteDayTable
  website_outage: WebsiteOutageTable
  application_service: ApplicationServiceTable
  service_collection: ServiceCollectionTable
  service_credential: ServiceCredentialTable
}
