/**
 * Values that devices publish, with a proposed meaning: evcc, Shelly Gen 2 and later, Tasmota, OpenDTU and AhoyDTU,
 * each as its documentation describes it. Pure. Nothing found here counts before somebody has assigned it.
 */
import type { ChannelAdapter } from '#contract/energy-channels.ts'
import type { ChannelMeasure, ChannelRole } from '#contract/energy-roles.ts'
import { isTopic } from '#server/mqtt/topics.ts'
import { isObject, jsonOf, plainNumber } from './message-payload.rules.ts'

/** The presumed meaning of a value. `factor` converts it to W, Wh or %. */
export type Meaning = {
  readonly role: ChannelRole | null
  readonly measure: ChannelMeasure | null
  readonly factor: number
  readonly unit: string
}

export type FoundValue = Meaning & {
  readonly adapter: ChannelAdapter
  /** Below the prefix of the site; the same for a value that a device sends under two topics. */
  readonly topic: string
  /** Inside the message; empty where the message is the value. */
  readonly path: string
  readonly value: number | boolean
  /** null: the time of arrival. */
  readonly at: string | null
}

/** The most values of one message. */
const valuesMax = 50

const unknown: Meaning = { role: null, measure: null, factor: 1, unit: '' }

/** The values of a message, by the first adapter that knows its topic. */
export function findValues(topic: string, payload: Buffer): FoundValue[] {
  for (const find of [findEvcc, findShelly, findTasmota, findSolar]) {
    const found = find(topic, payload)
    if (found !== undefined) return found.slice(0, valuesMax)
  }
  return []
}

const power = (role: ChannelRole): Meaning => ({ role, measure: 'power', factor: 1, unit: 'W' })
const kwh = (role: ChannelRole, measure: ChannelMeasure): Meaning => ({ role, measure, factor: 1_000, unit: 'kWh' })
const wh = (role: ChannelRole | null, measure: ChannelMeasure | null): Meaning => ({
  role,
  measure,
  factor: 1,
  unit: 'Wh',
})
const percent = (role: ChannelRole): Meaning => ({ role, measure: 'level', factor: 1, unit: '%' })

/** https://docs.evcc.io/en/integrations/mqtt-api: grid + is import, battery + is discharge, lists start at 1. */
const evccTopics: readonly (readonly [pattern: RegExp, meaning: Meaning])[] = [
  [/^site\/(grid\/power|gridPower)$/, power('grid')],
  [/^site\/grid\/energy$/, kwh('grid', 'import')],
  [/^site\/(pvPower|pv\/\d+\/power)$/, power('pv')],
  [/^site\/(pvEnergy|pv\/\d+\/energy)$/, kwh('pv', 'generation')],
  [/^site\/homePower$/, power('house')],
  [/^site\/(battery\/power|batteryPower|battery\/(devices\/)?\d+\/power)$/, power('battery')],
  [/^site\/(battery\/soc|batterySoc|battery\/(devices\/)?\d+\/soc)$/, percent('battery')],
  [/^loadpoints\/\d+\/chargePower$/, power('car')],
  [/^loadpoints\/\d+\/chargeTotalImport$/, kwh('car', 'consumption')],
  [/^loadpoints\/\d+\/vehicleSoc$/, percent('car')],
  [/^loadpoints\/\d+\/connected$/, { role: 'car', measure: 'connected', factor: 1, unit: '' }],
]

function findEvcc(topic: string, payload: Buffer): FoundValue[] | undefined {
  const rest = /^evcc\/(.+)$/.exec(topic)?.[1]
  if (rest === undefined) return undefined
  const meaning = evccTopics.find(([pattern]) => pattern.test(rest))?.[1]
  const value = plainNumber(payload)
  if (meaning === undefined || value === undefined) return []
  return [{ ...meaning, adapter: 'evcc', topic, path: '', value, at: null }]
}

/**
 * https://shelly-api-docs.shelly.cloud/gen2: the status of each component under its name, and the same as changes under
 * `events/rpc`. Powers in W, energies in Wh.
 */
const shellyFields: Readonly<Record<string, readonly (readonly [path: string, meaning: Meaning])[]>> = {
  em: [['total_act_power', power('grid')]],
  emdata: [
    ['total_act', wh('grid', 'import')],
    ['total_act_ret', wh('grid', 'export')],
  ],
  em1: [['act_power', { ...unknown, measure: 'power', unit: 'W' }]],
  em1data: [
    ['total_act_energy', wh(null, null)],
    ['total_act_ret_energy', wh(null, null)],
  ],
  pm1: [
    ['apower', power('consumer')],
    ['aenergy.total', wh('consumer', 'consumption')],
  ],
  switch: [
    ['apower', power('consumer')],
    ['aenergy.total', wh('consumer', 'consumption')],
  ],
}

function findShelly(topic: string, payload: Buffer): FoundValue[] | undefined {
  const status = /^(.+)\/status\/((\w+):\d+)$/.exec(topic)
  if (status !== null) return shellyValues(topic, status[3], jsonOf(payload), null)
  const prefix = /^(.+)\/events\/rpc$/.exec(topic)?.[1]
  if (prefix === undefined) return undefined
  const message = jsonOf(payload)
  if (!isObject(message) || !isObject(message.params) || typeof message.method !== 'string') return []
  if (!message.method.startsWith('Notify')) return []
  const { ts } = message.params
  const at = typeof ts === 'number' ? timeOf(ts * 1_000) : null
  return Object.entries(message.params).flatMap(([component, state]) =>
    shellyValues(`${prefix}/status/${component}`, component.split(':')[0], state, at),
  )
}

function shellyValues(topic: string, component: string | undefined, state: unknown, at: string | null): FoundValue[] {
  if (!isTopic(topic)) return []
  return Object.entries(shellyFields)
    .filter(([name]) => name === component)
    .flatMap(([, fields]) => fields)
    .flatMap(([path, meaning]) => {
      const value = valueAt(state, path)
      return typeof value === 'number' ? [{ ...meaning, adapter: 'shelly', topic, path, value, at }] : []
    })
}

/**
 * https://tasmota.github.io/docs/Smart-Meter-Interface: the group and the names of its values are free, so each number
 * is found, and the usual names are understood. `ENERGY` is a measuring plug.
 */
const tasmotaNames: readonly (readonly [pattern: RegExp, meaning: Meaning])[] = [
  [/total_?out|einspeis|export|2[._]8[._]0|^e_?out/i, kwh('grid', 'export')],
  [/total_?in|bezug|import|1[._]8[._]0|^e_?in|verbrauch/i, kwh('grid', 'import')],
  [/(power|watt|leistung).*[123]$/i, { ...unknown, unit: 'W' }],
  [/power|watt|leistung|16[._]7[._]0/i, power('grid')],
]
const plugNames: readonly (readonly [pattern: RegExp, meaning: Meaning])[] = [
  [/^Total$/, kwh('consumer', 'consumption')],
  [/^Power$/, power('consumer')],
]
const tasmotaNameMax = 80
const noEnergy = /volt|spannung|current|strom|freq|factor|phase|today|yesterday|period|temp|meter_?(id|number)/i

function findTasmota(topic: string, payload: Buffer): FoundValue[] | undefined {
  if (!/^tele\/[^/]+\/SENSOR$/.test(topic)) return undefined
  const message = jsonOf(payload)
  if (!isObject(message)) return []
  const { Time: time } = message
  const at = typeof time === 'string' && /^.{10,40}(Z|[+-]\d\d:\d\d)$/.test(time) ? time : null
  return Object.entries(message).flatMap(([group, state]) => {
    if (!isObject(state) || !isTasmotaName(group)) return []
    const isPlug = group === 'ENERGY'
    return Object.entries(state).flatMap(([name, value]): FoundValue[] => {
      if (typeof value !== 'number' || !isTasmotaName(name)) return []
      const meaning = (isPlug ? plugNames : tasmotaNames).find(([pattern]) => pattern.test(name))?.[1]
      // `Power_curr` and `Current` look alike: a known name is not a current.
      if (meaning === undefined && (isPlug || noEnergy.test(name))) return []
      return [{ ...(meaning ?? unknown), adapter: 'tasmota', topic, path: `${group}.${name}`, value, at }]
    })
  })
}

function isTasmotaName(name: string): boolean {
  return name.length <= tasmotaNameMax && !/\p{Cc}/u.test(name)
}

/** https://www.opendtu.solar/firmware/mqtt_topics: channel 0 is the AC side. AhoyDTU calls it `ch0`. */
const solarNames: Readonly<Record<string, Meaning>> = {
  '0/power': power('pv'),
  '0/yieldtotal': kwh('pv', 'generation'),
  'ch0/P_AC': power('pv'),
  'ch0/YieldTotal': kwh('pv', 'generation'),
}

function findSolar(topic: string, payload: Buffer): FoundValue[] | undefined {
  const name = /^solar\/[^/]+\/(.+)$/.exec(topic)?.[1]
  if (name === undefined) return undefined
  const meaning = Object.hasOwn(solarNames, name) ? solarNames[name] : undefined
  const value = plainNumber(payload)
  if (meaning === undefined || typeof value !== 'number') return []
  return [{ ...meaning, adapter: 'opendtu', topic, path: '', value, at: null }]
}

/** The value at `a.b` inside a message. */
export function valueAt(state: unknown, path: string): unknown {
  let value = state
  for (const name of path.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined
    value = value[name]
  }
  return value
}

/** null: not an instant. */
function timeOf(ms: number): string | null {
  const at = new Date(ms)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}
