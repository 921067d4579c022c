/** The rows of the demo's services. Unlike the others they depend on the minute of loading: monitored services were just seen. */
import type { Insertable } from 'kysely'
import type { ServiceType } from '#contract/service-fields.ts'
import { calendarDate, dayMs, hourMs, instantText, minuteMs, plusMs } from '#server/clock.ts'
import type { CustomerTable } from '#server/database/business-tables.ts'
import { fold } from '#server/database/fold.ts'
import { newId } from '#server/database/ids.ts'
import type { SearchTermTable } from '#server/database/platform-tables.ts'
import type { Database } from '#server/database/schema.ts'
import { nothingKnown, serviceSearchTexts } from '#server/features/services/service.rules.ts'
import type { Keys } from '#server/keys.ts'
import { type PlannedApplication, plannedApplications } from './application-plans.ts'
import { credentialRow, type DemoReveal, revealsOf } from './credential-rows.ts'
import { createRandom, type Random } from './demo-random.ts'
import { type PlannedDevice, plannedDevices } from './device-plans.ts'
import { termRows } from './insert-rows.ts'
import { daysOf, outagesOf, standingOf } from './website-history.ts'
import { type PlannedWebsite, plannedWebsites } from './website-plans.ts'

type Customers = readonly Insertable<CustomerTable>[]
type Tables =
  | 'service_collection'
  | 'service'
  | 'device_service'
  | 'website_service'
  | 'application_service'
  | 'website_day'
  | 'website_outage'
  | 'service_credential'
export type ServiceRows = { [T in Tables]: Insertable<Database[T]>[] } & {
  search_term: SearchTermTable[]
  reveals: DemoReveal[]
}

const collectionTexts: Readonly<Record<string, string>> = {
  'Netz und Büro': 'Was am Arbeitsplatz laufen muss.',
  Energie: 'Erzeugung, Speicher, Laden und die Steuerung im Keller.',
  'Im Netz': 'Was Kundinnen und Kunden sehen.',
}

const setUpDaysAgo = 240

export function serviceRows(now: Date, customers: Customers, keys: Keys): ServiceRows {
  const random = createRandom(31)
  const rows: ServiceRows = {
    service_collection: [],
    service: [],
    device_service: [],
    website_service: [],
    application_service: [],
    website_day: [],
    website_outage: [],
    service_credential: [],
    search_term: [],
    reveals: [],
  }
  const midnight = Date.parse(`${calendarDate(now)}T00:00:00.000Z`)
  let made = 0
  const start = () => {
    const at = new Date(midnight - setUpDaysAgo * dayMs + 8 * hourMs + made++ * 7 * minuteMs)
    return { id: newId(at, random.next), created_at: instantText(at), updated_at: instantText(at) }
  }
  const add = (type: ServiceType, plan: PlannedDevice | PlannedWebsite | PlannedApplication, state: ServiceState) => {
    const customerId = customerOf(customers, plan.customer)
    const texts = { ...nothingKnown, ...plan, urls: 'urls' in plan ? [...(plan.urls ?? [])] : [] }
    const row = {
      ...start(),
      type,
      customer_id: customerId,
      collection_id: plan.collection ? collectionOf(rows, plan.collection, customerId, start) : null,
      name: plan.name,
      name_key: fold(plan.name),
      description: plan.description,
      urls: JSON.stringify(texts.urls),
      state,
    }
    rows.service.push(row)
    rows.search_term.push(...termRows('service', row.id, serviceSearchTexts(texts)))
    for (const credential of 'credentials' in plan ? (plan.credentials ?? []) : []) {
      const made = credentialRow(keys, start(), { serviceId: row.id, customerId }, credential)
      rows.service_credential.push(made)
      rows.reveals.push(...revealsOf(midnight, made.id, credential))
    }
    return row.id
  }
  for (const plan of plannedDevices) addDevice(rows, plan, add('device_service', plan, 'none'))
  for (const plan of plannedWebsites)
    addWebsite(rows, random, now, plan, add('website_service', plan, websiteState(plan)))
  for (const plan of plannedApplications) {
    rows.application_service.push(applicationRow(random, now, plan, add('application_service', plan, heardState(plan))))
  }
  return rows
}

type ServiceState = 'none' | 'ok' | 'problem' | 'unknown'

function websiteState({ state }: PlannedWebsite): ServiceState {
  return ({ up: 'ok', down: 'problem', 'never checked': 'unknown', unwatched: 'none' } as const)[state]
}

function heardState({ state }: PlannedApplication): ServiceState {
  return ({ alive: 'ok', silent: 'problem', 'never heard': 'unknown' } as const)[state]
}

function customerOf(customers: Customers, name: string): string {
  const customer = customers.find(({ company, last_name }) => (company || last_name).startsWith(name))
  if (customer === undefined) throw new Error(`No customer of the demo is called ${name}.`)
  return customer.id
}

function collectionOf(
  rows: ServiceRows,
  name: string,
  customerId: string,
  start: () => { id: string; created_at: string; updated_at: string },
): string {
  const known = rows.service_collection.find(row => row.name === name && row.customer_id === customerId)
  if (known) return known.id
  const description = collectionTexts[name] ?? ''
  const row = { ...start(), customer_id: customerId, name, name_key: fold(name), description }
  rows.service_collection.push(row)
  rows.search_term.push(...termRows('service_collection', row.id, [name, description]))
  return row.id
}

function addDevice(rows: ServiceRows, { localIp, externalIp = '', macAddress }: PlannedDevice, id: string): void {
  rows.device_service.push({ service_id: id, local_ip: localIp, external_ip: externalIp, mac_address: macAddress })
}

function addWebsite(rows: ServiceRows, random: Random, now: Date, plan: PlannedWebsite, id: string): void {
  rows.website_service.push({ service_id: id, ...standingOf(random, now, plan) })
  rows.website_day.push(...daysOf(random, now, plan).map(day => ({ service_id: id, ...day })))
  rows.website_outage.push(...outagesOf(now, plan).map(outage => ({ service_id: id, ...outage })))
}

function applicationRow(random: Random, now: Date, plan: PlannedApplication, id: string) {
  const { version, periodMinutes, state } = plan
  // A live application was heard a moment ago, a silent one more than two periods ago.
  const minutesAgo = state === 'alive' ? random.between(1, 4) : periodMinutes * 2 + random.between(20, 90)
  const lastAlive = plusMs(now, -minutesAgo * minuteMs)
  const isHeard = state !== 'never heard'
  return {
    service_id: id,
    version,
    period_minutes: periodMinutes,
    last_alive_at: isHeard ? instantText(lastAlive) : null,
    silent_at: isHeard ? instantText(plusMs(lastAlive, periodMinutes * minuteMs)) : null,
    heartbeat_token_hash: null,
  }
}
