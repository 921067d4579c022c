/** The tables of measured energy. Units are in the names; powers in W, contents in Wh, factors in millionths. */
import type { ChannelAdapter } from '#contract/energy-channels.ts'
import type { ChannelMeasure, ChannelRole } from '#contract/energy-roles.ts'
import type { SiteControl, SiteState, SiteZone } from '#contract/energy-sites.ts'
import type { StorageKind } from '#contract/energy-storages.ts'
import type { Flag, InstantText, Revised } from './schema-columns.ts'

export type EnergyTables = {
  energy_site: EnergySiteTable
  energy_channel: EnergyChannelTable
  energy_storage: EnergyStorageTable
}

export type EnergySiteTable = Revised & {
  id: string
  customer_id: string
  name: string
  name_key: string
  street: string
  zip: string
  city: string
  country: string
  latitude_hundredths: number | null
  longitude_hundredths: number | null
  zone: SiteZone
  pv_watts: number
  /** JSON: a list of `sitePlane`. */
  planes: string
  commissioned_on: string | null
  has_smart_meter: Flag
  max_import_w: number | null
  max_export_w: number | null
  can_curtail: Flag
  control: SiteControl
  is_demo: Flag
  state: SiteState
  last_reading_at: InstantText | null
  /** User and topic prefix of its senders. It stays when the token changes. */
  key: string | null
  /** SHA-256 of the token of its senders, hex. */
  token_hash: string | null
}

export type EnergyStorageTable = Revised & {
  id: string
  site_id: string
  /** Same as the site's: the scope of a storage without a join. */
  customer_id: string
  name: string
  kind: StorageKind
  /** JSON: the technical fields, in the words of the planning engine. */
  technical: string
  /** JSON: `storageSchedule`. */
  schedule: string
  /** JSON: `commandTarget`. */
  command_target: string
}

export type EnergyChannelTable = Revised & {
  id: string
  /** Names the channel in the tables of readings: small, and never used again. */
  number: number
  site_id: string
  /** Same as the site's: the scope of a channel without a join. */
  customer_id: string
  storage_id: string | null
  key: string
  name: string
  role: ChannelRole
  measure: ChannelMeasure
  factor_millionths: number
  max_w: number
  source: 'push' | ChannelAdapter
  source_topic: string
  source_path: string
  device: string
  /** The latest reading as sent, in millionths, and when it was. */
  last_value_millionths: number | null
  last_at: InstantText | null
}
