/** Selects, numbers and switches that devices describe by the discovery of Home Assistant: targets for commands. Pure. */
import type { PlanMode } from '#contract/energy-plan-words.ts'

/** Where the device publishes its state, and the values it accepts. Topics are below the prefix of the site. */
export type TargetDescription = {
  /** null: the device does not report its state. */
  readonly stateTopic: string | null
  readonly statePath: string
  /** Of a select. */
  readonly options: readonly string[]
  /** Of a number, in its unit. */
  readonly least: number | null
  readonly most: number | null
  readonly unit: string
  /** Of a switch: the payloads sent, and the states it reports. */
  readonly on: string
  readonly off: string
  readonly stateOn: string
  readonly stateOff: string
}

export type TargetComponent = 'select' | 'number' | 'switch'

export type DescribedTarget = {
  readonly topic: string
  readonly component: TargetComponent
  readonly name: string
  readonly description: TargetDescription
}

type Part = Readonly<Record<string, unknown>>
type Places = {
  readonly commandTopic: string
  readonly stateTopic: string | null
  readonly statePath: string
  readonly name: string
}

const optionsMax = 30
const optionLengthMax = 80

/** undefined: not a target that we support. */
export function targetOf(
  part: Part,
  { commandTopic, stateTopic, statePath, name }: Places,
): DescribedTarget | undefined {
  const component = part.platform
  if (component !== 'select' && component !== 'number' && component !== 'switch') return undefined
  // Any other template yields a text that we do not know.
  if (!isPlainTemplate(part.command_template)) return undefined
  const options = textsOf(part.options)
  if (component === 'select' && options.length === 0) return undefined
  const unit = textOf(part.unit_of_measurement, '')
  if (component === 'number' && !Object.hasOwn(wattsOfUnit, unit)) return undefined
  const on = textOf(part.payload_on, 'ON')
  const off = textOf(part.payload_off, 'OFF')
  return {
    topic: commandTopic,
    component,
    name: name === '' ? commandTopic : name,
    description: {
      stateTopic,
      statePath,
      options,
      least: numberOf(part.min),
      most: numberOf(part.max),
      unit,
      on,
      off,
      stateOn: textOf(part.state_on, on),
      stateOff: textOf(part.state_off, off),
    },
  }
}

/** Watts per unit. */
const wattsOfUnit: Readonly<Record<string, number>> = { W: 1, kW: 1_000 }

function isPlainTemplate(template: unknown): boolean {
  if (template === undefined || template === null || template === '') return true
  return typeof template === 'string' && /^\{\{-?\s*value\s*-?\}\}$/.test(template.trim())
}

function textsOf(value: unknown): string[] {
  if (!Array.isArray(value)) return []
  return value
    .filter(item => typeof item === 'string' && item !== '' && item.length <= optionLengthMax)
    .slice(0, optionsMax)
}

function textOf(value: unknown, usual: string): string {
  return typeof value === 'string' && value.length <= optionLengthMax ? value : usual
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** The words by which an option is found for a mode, in English and German. */
const optionWords: readonly (readonly [mode: PlanMode, pattern: RegExp])[] = [
  ['discharge', /discharg|entlad|feed.?in|export/i],
  ['charge', /charg|laden|force|boost|import/i],
  ['hold', /hold|halten|lock|sperre|backup|reserve/i],
  ['idle', /idle|standby|stop|\boff\b|\baus\b/i],
  ['auto', /auto|normal|self|eigen|default|standard/i],
]

/** The option of a select for a mode. Each option means one mode: the first whose words it contains. */
function optionFor(options: readonly string[], mode: PlanMode): string | undefined {
  return options.find(option => optionWords.find(([, pattern]) => pattern.test(option))?.[0] === mode)
}

/** The modes that a target supports. */
export function modesOfTarget(component: TargetComponent, { options, least }: TargetDescription): PlanMode[] {
  if (component === 'select') {
    return (['auto', 'hold', 'idle', 'charge', 'discharge'] as const).filter(mode => optionFor(options, mode))
  }
  const discharges = component === 'number' && least !== null && least < 0
  return ['auto', 'charge', ...(discharges ? (['discharge'] as const) : [])]
}

/** The payload for a mode, and the report of the device once it obeys; undefined for a mode it does not offer. */
export function settingOf(
  component: TargetComponent,
  description: TargetDescription,
  mode: PlanMode,
  powerW: number | null,
): { payload: string; expected: string } | undefined {
  if (!modesOfTarget(component, description).includes(mode)) return undefined
  if (component === 'select') {
    const option = optionFor(description.options, mode)
    return option === undefined ? undefined : { payload: option, expected: option }
  }
  if (component === 'switch') {
    const { on, off, stateOn, stateOff } = description
    return mode === 'charge' ? { payload: on, expected: stateOn } : { payload: off, expected: stateOff }
  }
  const watts = mode === 'charge' ? (powerW ?? 0) : mode === 'discharge' ? -(powerW ?? 0) : 0
  const value = within(watts / (wattsOfUnit[description.unit] ?? 1), description)
  return { payload: String(value), expected: String(value) }
}

function within(value: number, { least, most }: TargetDescription): number {
  const rounded = Math.round(value * 1_000) / 1_000
  return Math.max(least ?? -Infinity, Math.min(most ?? Infinity, rounded))
}
