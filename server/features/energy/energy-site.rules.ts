/** Converts between the fields of a site and its columns, and lists the channels of a usual house. */
import type { Insertable, Selectable } from 'kysely'
import type { NewEnergyChannel } from '#contract/energy-channels.ts'
import type { EnergySiteInput, EnergySiteKey, NewEnergySite } from '#contract/energy-sites.ts'
import type { Config } from '#server/config.ts'
import type { EnergySiteTable } from '#server/database/energy-tables.ts'
import { fold } from '#server/database/fold.ts'
import { topicPrefix } from './energy-message.rules.ts'

const defaults: Omit<EnergySiteInput, 'customerId' | 'name'> = {
  address: { street: '', zip: '', city: '', country: 'DE' },
  latitude: null,
  longitude: null,
  zone: 'DE-LU',
  pvKwp: 0,
  planes: [],
  commissionedOn: null,
  hasSmartMeter: false,
  inverterW: null,
  maxImportW: null,
  maxExportW: null,
  canCurtail: false,
  control: 'off',
}

/** The price zone follows from the country unless it is given. */
export function newSiteFields({ usualChannels: _, hasBattery: __, ...input }: NewEnergySite): EnergySiteInput {
  const sent = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  const zone = input.address?.country === 'AT' ? 'AT' : defaults.zone
  return { customerId: input.customerId, name: input.name, ...defaults, zone, ...sent }
}

export function siteFieldsOf(
  row: Selectable<EnergySiteTable>,
): EnergySiteInput & { readonly inverterW: number | null } {
  return {
    customerId: row.customer_id,
    name: row.name,
    address: { street: row.street, zip: row.zip, city: row.city, country: row.country },
    latitude: row.latitude_hundredths === null ? null : row.latitude_hundredths / 100,
    longitude: row.longitude_hundredths === null ? null : row.longitude_hundredths / 100,
    zone: row.zone,
    pvKwp: row.pv_watts / 1_000,
    planes: JSON.parse(row.planes),
    commissionedOn: row.commissioned_on,
    hasSmartMeter: row.has_smart_meter === 1,
    inverterW: row.inverter_w,
    maxImportW: row.max_import_w,
    maxExportW: row.max_export_w,
    canCurtail: row.can_curtail === 1,
    control: row.control,
  }
}

type SiteColumns = Omit<
  Insertable<EnergySiteTable>,
  | 'id'
  | 'is_demo'
  | 'state'
  | 'last_reading_at'
  | 'alarms'
  | 'key'
  | 'token_hash'
  | 'broker_hash'
  | 'revision'
  | 'created_at'
  | 'updated_at'
>

export function siteColumnsOf(fields: EnergySiteInput): SiteColumns {
  return {
    customer_id: fields.customerId,
    name: fields.name,
    name_key: fold(fields.name),
    ...fields.address,
    latitude_hundredths: fields.latitude === null ? null : Math.round(fields.latitude * 100),
    longitude_hundredths: fields.longitude === null ? null : Math.round(fields.longitude * 100),
    zone: fields.zone,
    pv_watts: Math.round(fields.pvKwp * 1_000),
    planes: JSON.stringify(fields.planes),
    commissioned_on: fields.commissionedOn,
    has_smart_meter: fields.hasSmartMeter ? 1 : 0,
    inverter_w: fields.inverterW ?? null,
    max_import_w: fields.maxImportW,
    max_export_w: fields.maxExportW,
    can_curtail: fields.canCurtail ? 1 : 0,
    control: fields.control,
  }
}

/** Searched text of a site; the search includes its customer. */
export function siteSearchTexts({ name, address }: EnergySiteInput): string[] {
  return [name, address.street, address.zip, address.city]
}

type UsualChannel = Omit<NewEnergyChannel, 'siteId'>

const meter: readonly UsualChannel[] = [
  { key: 'grid', name: 'Netz, Leistung', role: 'grid', measure: 'power' },
  { key: 'grid-import', name: 'Netz, Bezug', role: 'grid', measure: 'import' },
  { key: 'grid-export', name: 'Netz, Einspeisung', role: 'grid', measure: 'export' },
]
const generation: readonly UsualChannel[] = [
  { key: 'pv', name: 'Solaranlage, Leistung', role: 'pv', measure: 'power' },
  { key: 'pv-generation', name: 'Solaranlage, Erzeugung', role: 'pv', measure: 'generation' },
]
const battery: readonly UsualChannel[] = [
  { key: 'battery', name: 'Akku, Leistung', role: 'battery', measure: 'power' },
  { key: 'battery-level', name: 'Akku, Ladestand', role: 'battery', measure: 'level' },
]

/** The meter, and the solar system and the battery if present or unknown. */
export function usualChannels({
  pvKwp,
  hasBattery = true,
}: Pick<NewEnergySite, 'pvKwp' | 'hasBattery'>): readonly UsualChannel[] {
  return [...meter, ...(pvKwp === 0 ? [] : generation), ...(hasBattery ? battery : [])]
}

type MqttConfig = Pick<Config, 'mqttPort' | 'mqttUrl' | 'mqttAddress' | 'mqttHost' | 'publicUrl'>

/** How senders log in by MQTT; null while the portal takes no messages. */
export function mqttAccess(config: MqttConfig, key: string, token: string): EnergySiteKey['mqtt'] {
  const address = brokerAddress(config)
  if (address === null) return null
  return { ...address, username: key, password: token, prefix: topicPrefix(key) }
}

function brokerAddress({ mqttPort, mqttUrl, mqttAddress, mqttHost, publicUrl }: MqttConfig) {
  if (mqttAddress !== null) return mqttAddress
  if (mqttUrl !== null) {
    const { hostname: host, port, protocol } = new URL(mqttUrl)
    return { host, port: port === '' ? (protocol === 'mqtts:' ? 8_883 : 1_883) : Number(port) }
  }
  if (mqttPort === null) return null
  return { host: publicUrl === null ? mqttHost : new URL(publicUrl).hostname, port: mqttPort }
}
