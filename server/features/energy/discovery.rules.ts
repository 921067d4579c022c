/**
 * Descriptions of devices by the discovery of Home Assistant: one component per message, or a device with all its
 * components. Pure. https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery
 */
import type { ChannelMeasure, ChannelRole } from '#contract/energy-roles.ts'
import { isTopic, topicBytesMax } from '#server/mqtt/topics.ts'
import { type DescribedTarget, targetOf } from './command-target.rules.ts'
import type { Meaning } from './found-values.rules.ts'
import { isObject, jsonOf } from './message-payload.rules.ts'

export type DescribedValue = Meaning & {
  /** Below the prefix of the site. */
  readonly topic: string
  readonly path: string
  readonly name: string
}

export type Discovery =
  | { readonly kind: 'none' }
  /** It names a topic of another site. */
  | { readonly kind: 'foreign' }
  | { readonly kind: 'invalid' }
  | {
      readonly kind: 'described'
      readonly values: readonly DescribedValue[]
      readonly targets: readonly DescribedTarget[]
    }

const componentsMax = 100
const nameLengthMax = 80
const templateLengthMax = 300

const abbreviations: Readonly<Record<string, string>> = {
  stat_t: 'state_topic',
  val_tpl: 'value_template',
  unit_of_meas: 'unit_of_measurement',
  dev_cla: 'device_class',
  stat_cla: 'state_class',
  p: 'platform',
  dev: 'device',
  cmps: 'components',
  cmd_t: 'command_topic',
  cmd_tpl: 'command_template',
  ops: 'options',
  pl_on: 'payload_on',
  pl_off: 'payload_off',
  stat_on: 'state_on',
  stat_off: 'state_off',
}

/** All fields read from a description. Each component gets a copy of its device's fields, so others are left out. */
const fields: ReadonlySet<string> = new Set([...Object.values(abbreviations), ...['~', 'name', 'min', 'max']])

/** Reads a message below `homeassistant/`; `none` for any other topic. */
export function readDiscovery(topic: string, payload: Buffer, prefix: string): Discovery {
  const component = /^homeassistant\/([^/]+)\/(?:[^/]+\/)?[^/]+\/config$/.exec(topic)?.[1]
  // An empty message withdraws a description.
  if (component === undefined || payload.length === 0) return { kind: 'none' }
  const message = spelledOut(jsonOf(payload))
  if (message === undefined) return { kind: 'invalid' }
  const device = spelledOut(message.device)
  const parts: Record<string, unknown>[] =
    component === 'device'
      ? Object.values(isObject(message.components) ? message.components : {})
          .slice(0, componentsMax)
          .map(part => ({ ...message, name: undefined, ...spelledOut(part) }))
      : [{ ...message, platform: component }]
  const values: DescribedValue[] = []
  const targets: DescribedTarget[] = []
  for (const part of parts) {
    const topicOfState = ownTopic(fullTopic(part.state_topic, message['~']), prefix)
    const commandTopic = ownTopic(fullTopic(part.command_topic, message['~']), prefix)
    if (topicOfState === null || commandTopic === null) return { kind: 'foreign' }
    const path = pathOf(part.value_template)
    const name = [device?.name, part.name]
      .filter(text => typeof text === 'string')
      .join(' ')
      .replace(/\p{Cc}/gu, ' ')
      .slice(0, nameLengthMax)
    if (commandTopic !== undefined && !isOwnTopic(commandTopic)) {
      // An unreadable state counts as none.
      const stateTopic = path === undefined ? null : (topicOfState ?? null)
      const target = targetOf(part, { commandTopic, stateTopic, statePath: path ?? '', name })
      if (target !== undefined) targets.push(target)
    }
    if (part.platform !== 'sensor' || topicOfState === undefined || path === undefined) continue
    const meaning = meaningOf(part, `${name} ${topicOfState} ${path}`)
    if (meaning !== undefined) values.push({ ...meaning, topic: topicOfState, path, name })
  }
  return { kind: 'described', values, targets }
}

function spelledOut(value: unknown): Record<string, unknown> | undefined {
  if (!isObject(value)) return undefined
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, item]) => [abbreviations[key] ?? key, item] as const)
      .filter(([key]) => fields.has(key)),
  )
}

/** Topics of readings and of our own commands are reserved. */
function isOwnTopic(topic: string): boolean {
  return topic === 'readings' || /^channel\//.test(topic) || /^homeassistant\/.+\/config$/.test(topic)
}

function fullTopic(topic: unknown, base: unknown): string | undefined {
  if (typeof topic !== 'string' || topic.length > topicBytesMax) return undefined
  if (typeof base !== 'string' || base.length > topicBytesMax) return topic
  return topic.replace(/^~/, () => base).replace(/~$/, () => base)
}

/** Without the prefix, which the bridge of a house may have added. undefined: no topic; null: of another site. */
function ownTopic(topic: string | undefined, prefix: string): string | undefined | null {
  if (topic === undefined) return undefined
  if (topic.startsWith('pm/') && !topic.startsWith(prefix)) return null
  const own = topic.startsWith(prefix) ? topic.slice(prefix.length) : topic
  return isTopic(own) ? own : undefined
}

/** `{{ value_json.a.b | float }}` and `{{ value_json['a'] }}`; empty for the message itself; undefined for anything else. */
function pathOf(template: unknown): string | undefined {
  if (template === undefined || template === null) return ''
  if (typeof template !== 'string' || template.length > templateLengthMax) return undefined
  const inside =
    /^\{\{-?\s*value(_json)?((?:\.\w+|\[(?:'[^'\]]+'|"[^"\]]+")\])*)\s*(?:\|\s*(?:float|int|round)\s*(?:\([\d.]*\))?\s*)*-?\}\}$/.exec(
      template.trim(),
    )
  if (inside === null) return undefined
  const names = [...(inside[2] ?? '').matchAll(/\.(\w+)|\['([^']+)'\]|\["([^"]+)"\]/g)].map(
    ([, plain, single, double]) => plain ?? single ?? double ?? '',
  )
  if ((inside[1] === undefined) !== (names.length === 0) || names.some(name => /[.\p{Cc}]/u.test(name)))
    return undefined
  return names.join('.')
}

const powerFactors: Readonly<Record<string, number>> = { W: 1, kW: 1_000, MW: 1_000_000 }
const energyFactors: Readonly<Record<string, number>> = { Wh: 1, kWh: 1_000, MWh: 1_000_000 }

/** undefined: not an energy value. */
function meaningOf(part: Record<string, unknown>, text: string): Meaning | undefined {
  const unit = typeof part.unit_of_measurement === 'string' ? part.unit_of_measurement : ''
  const role = roleOf(text)
  const powerFactor = Object.hasOwn(powerFactors, unit) ? powerFactors[unit] : undefined
  if (powerFactor !== undefined) return { role, measure: 'power', factor: powerFactor, unit }
  const energyFactor = Object.hasOwn(energyFactors, unit) ? energyFactors[unit] : undefined
  if (energyFactor !== undefined) {
    // Energy of a day or a session falls back to 0 again and again.
    if (part.state_class === 'measurement' || /today|heute|daily|session|tag\b/i.test(text)) return undefined
    return { role, measure: role === null ? null : counterOf(role, text), factor: energyFactor, unit }
  }
  if (unit === '%' && part.device_class === 'battery' && role !== null) {
    return { role: role === 'car' ? 'car' : 'battery', measure: 'level', factor: 1, unit }
  }
  return undefined
}

const roleNames: readonly (readonly [pattern: RegExp, role: ChannelRole])[] = [
  [/wallbox|charger|charging|ladepunkt|vehicle|car\b|auto\b|\bev\b/i, 'car'],
  [/heat ?pump|wärmepumpe|waermepumpe|heating|heizung/i, 'heat'],
  [/batter|akku|speicher|storage/i, 'battery'],
  [/solar|\bpv\b|photovolt|inverter|wechselrichter|generation|erzeugung|yield/i, 'pv'],
  [/grid|netz|meter|zähler|zaehler|bezug|einspeis|import|export|feed/i, 'grid'],
  [/house|home|haus|load\b/i, 'house'],
]

/** The role that a name suggests; null: none. */
export function roleOf(text: string): ChannelRole | null {
  return roleNames.find(([pattern]) => pattern.test(text.replaceAll('_', ' ')))?.[1] ?? null
}

/** The counter that a name suggests for a role. */
export function counterOf(role: ChannelRole, text: string): ChannelMeasure {
  if (role === 'grid') return /export|einspeis|return|feed|\bout\b|_ret\b/i.test(text) ? 'export' : 'import'
  if (role === 'battery') return /discharg|entlad|\bout\b/i.test(text) ? 'discharge' : 'charge'
  return role === 'pv' ? 'generation' : 'consumption'
}
