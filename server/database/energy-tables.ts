/** The tables of measured energy. Units are in the names; powers in W, contents in Wh, factors in millionths. */
import type { Generated } from 'kysely'
import type { AlarmKind } from '#contract/energy-alarms.ts'
import type { ChannelAdapter } from '#contract/energy-channels.ts'
import type { PlanCause, PlanChangeCause } from '#contract/energy-plan-words.ts'
import type { PriceSource } from '#contract/energy-prices.ts'
import type { RefusalCode } from '#contract/energy-readings.ts'
import type { ChannelMeasure, ChannelRole, EnergyFlow, SlotQuality } from '#contract/energy-roles.ts'
import type { SavingObstacle } from '#contract/energy-savings.ts'
import type { SiteControl, SiteState, SiteZone } from '#contract/energy-sites.ts'
import type { StorageKind } from '#contract/energy-storages.ts'
import type { EnergyControlTables } from './energy-control-tables.ts'
import type { Flag, InstantText, Revised } from './schema-columns.ts'

export type EnergyTables = EnergyControlTables & {
  energy_site: EnergySiteTable
  energy_channel: EnergyChannelTable
  energy_storage: EnergyStorageTable
  energy_tariff: EnergyTariffTable
  energy_price: EnergyPriceTable
  energy_price_day: EnergyPriceDayTable
  energy_plan: EnergyPlanTable
  energy_saving: EnergySavingTable
  energy_weather_station: EnergyWeatherStationTable
  energy_weather_fetch: EnergyWeatherFetchTable
  energy_weather_hour: EnergyWeatherHourTable
  energy_forecast_day: EnergyForecastDayTable
  energy_reading: EnergyReadingTable
  energy_minute: EnergyMinuteTable
  energy_slot: EnergySlotTable
  energy_due_slot: EnergyDueSlotTable
  energy_site_slot: EnergySiteSlotTable
  energy_site_day: EnergySiteDayTable
  energy_rejection: EnergyRejectionTable
  energy_proposal: EnergyProposalTable
  energy_alarm: EnergyAlarmTable
  energy_mute: EnergyMuteTable
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
  /** The maximum of all inverters together; null: as much as the modules. */
  inverter_w: number | null
  max_import_w: number | null
  max_export_w: number | null
  can_curtail: Flag
  control: SiteControl
  is_demo: Flag
  state: SiteState
  last_reading_at: InstantText | null
  /** Open ones that are not muted. */
  alarms: Generated<number>
  /** User and topic prefix of its senders. It stays when the token changes. */
  key: string | null
  /** SHA-256 of the token of its senders, hex. */
  token_hash: string | null
  /** The same token as mosquitto stores it; null for a token that is older than MQTT. */
  broker_hash: Generated<string | null>
  /** Since when, and why, a plan is requested without waiting for the next quarter-hour. */
  plan_due_at: Generated<InstantText | null>
  plan_due_cause: Generated<PlanCause | null>
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

export type EnergyTariffTable = Revised & {
  id: string
  site_id: string
  /** Same as the site's: the scope of a tariff without a join. */
  customer_id: string
  /** Europe/Berlin; it holds until the next one of the site begins. */
  valid_from: string
  name: string
  /** JSON: `tariffPrices`. */
  prices: string
  monthly_cents: number
}

/** Day-ahead prices of the exchange in quarter-hours. */
export type EnergyPriceTable = {
  zone: SiteZone
  at_ms: number
  /** Thousandths of a ct/kWh, which are hundredths of an EUR/MWh. */
  spot_thousandths: number
  source: PriceSource
}

/** Whether the prices of a day are stored, and when they are requested again. */
type EnergyPriceDayTable = {
  zone: SiteZone
  /** Europe/Berlin. */
  date: string
  is_done: Flag
  /** That failed. */
  attempts: number
  next_at: InstantText
}

/** Of the provider's catalogue, around the price zones. */
type EnergyWeatherStationTable = {
  id: string
  name: string
  latitude_thousandths: number
  longitude_thousandths: number
}

/** When a station, or the catalogue, is requested again. */
type EnergyWeatherFetchTable = {
  subject: string
  /** The station publishes all needed values. */
  is_usable: Flag
  /** That failed. */
  attempts: number
  next_at: InstantText
  issued_at: InstantText | null
}

/** The hour that ends at `at_ms`. Hours that have passed keep the last forecast before them. */
type EnergyWeatherHourTable = {
  station_id: string
  at_ms: number
  radiation_kj: number
  /** Of °C. */
  temperature_tenths: number
  /** Of m/s. */
  wind_tenths: number
}

/** The forecast of a day as it was when the day began, and later its error. */
export type EnergyForecastDayTable = {
  site_id: string
  /** Europe/Berlin. */
  date: string
  /** Whose weather is in it; null: none. */
  station_id: string | null
  from_ms: number
  /** JSON: mean W of each quarter-hour; null where it is unknown or already measured. */
  load_w: string | null
  pv_w: string | null
  is_measured: Generated<Flag>
  /** Quarter-hours that were forecast and measured; null before. */
  load_slots: number | null
  load_forecast_mwh: number | null
  load_measured_mwh: number | null
  load_error_mwh: number | null
  pv_slots: number | null
  pv_forecast_mwh: number | null
  pv_measured_mwh: number | null
  pv_error_mwh: number | null
}

/** One plan for each quarter-hour of a site, and one for each cause between them. */
type EnergyPlanTable = {
  id: string
  site_id: string
  at_ms: number
  made_at: InstantText
  /** JSON with input and output, packed. */
  plan: string
  status: Generated<string>
  cause: Generated<PlanCause>
  /** JSON: `PlanHead`; empty in plans that are older than commands. */
  head: Generated<string>
  /** JSON: a `Decision`; null in older plans. */
  decision: string | null
  /** Compared with the previous plan; null without one. */
  changed_cents: number | null
  /** null while the change is too small to be reported. */
  change_cause: PlanChangeCause | null
}

export type EnergyChannelTable = Revised & {
  id: string
  /** Names the channel in the tables of readings: small, and never reused. */
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
  /** Consecutive readings, at most twenty. */
  wrong_signs: Generated<number>
}

type EnergyReadingTable = {
  channel_number: number
  at_ms: number
  /** As sent, in millionths of its unit. */
  value_millionths: number
}

type EnergyMinuteTable = {
  channel_number: number
  at_ms: number
  mean_thousandths: number | null
  covered_ms: number
}

export type EnergySlotTable = {
  channel_number: number
  at_ms: number
  /** Energy of power above 0, or of the counter. */
  mwh: number | null
  /** Energy of power below 0. */
  reverse_mwh: number | null
  mean_thousandths: number | null
  least_thousandths: number | null
  most_thousandths: number | null
  last_thousandths: number | null
  covered_ms: number
  quality: SlotQuality
}

type EnergyDueSlotTable = { channel_number: number; at_ms: number }

type FlowColumns = { [F in EnergyFlow as `${F}_mwh`]: number | null }

export type EnergySiteSlotTable = FlowColumns & {
  site_id: string
  at_ms: number
  /** Europe/Berlin. */
  date: string
  level_thousandths: number | null
  covered_ms: number
  quality: SlotQuality
}

/** Origin and cost of used energy; null: unknown. */
export type AccountColumns = {
  origin_pv_mwh: number | null
  origin_battery_pv_mwh: number | null
  origin_battery_grid_mwh: number | null
  origin_grid_mwh: number | null
  /** Import less export, in hundred-millionths of an EUR: mWh times ct/kWh. */
  cost_e8: number | null
  /** Imported and exported without a known price. */
  unpriced_mwh: number | null
  /** Imported and exported at a price that is estimated. */
  estimated_price_mwh: number | null
}

export type EnergySiteDayTable = FlowColumns &
  AccountColumns & {
    site_id: string
    date: string
    /** At its end. */
    level_thousandths: number | null
    covered_ms: number
    /** Its slots, a tariff or a price changed since the account was computed. */
    is_account_due: Generated<Flag>
    /** Its account changed since the saving was computed; 2: is being computed. */
    is_saving_due: Generated<number>
  }

/** The real cost of a site's day and its alternatives, in ten-thousandths of an EUR; null in case of an obstacle. */
export type EnergySavingTable = {
  site_id: string
  /** Europe/Berlin. */
  date: string
  obstacle: SavingObstacle | null
  covered_ms: number
  actual_e4: number | null
  none_e4: number | null
  self_use_e4: number | null
  rules_e4: number | null
  bound_e4: number | null
}

/** A value that devices of a site send and nobody has assigned. */
export type EnergyProposalTable = {
  id: string
  site_id: string
  adapter: 'push' | ChannelAdapter
  /** Below the prefix of the site; empty for `push`. */
  topic: string
  /** Inside the message; of `push` the key of the channel. */
  path: string
  name: string
  role: ChannelRole | null
  measure: ChannelMeasure | null
  factor_millionths: number
  unit: string
  /** As sent; null before the first value. */
  example: string | null
  seen_at: InstantText
  created_at: InstantText
}

/** The last readings and messages of a site that were refused. */
export type EnergyRejectionTable = {
  id: string
  site_id: string
  /** The key of the channel, or the topic of a message, as sent. */
  channel: string
  /** As sent. */
  value: string
  /** As sent. */
  reading_at: string
  code: RefusalCode
  created_at: InstantText
}

export type EnergyAlarmTable = {
  id: string
  site_id: string
  kind: AlarmKind
  /** A channel, or the site itself. */
  subject_id: string
  started_at: InstantText
  ended_at: InstantText | null
  /** Whether the mail about it has been written, or nobody is to get one. */
  is_start_told: Generated<Flag>
  is_end_told: Generated<Flag>
}

type EnergyMuteTable = { site_id: string; kind: AlarmKind; until_at: InstantText }
