/** Command messages to devices, and the reports of devices. Topics are below the prefix of the site. Pure. */
import { type PlanMode, planModes } from '#contract/energy-plan-words.ts'
import { instantText, plusMs } from '#server/clock.ts'
import { settingOf, type TargetDescription } from './command-target.rules.ts'
import { valueAt } from './found-values.rules.ts'
import { isObject, jsonOf } from './message-payload.rules.ts'
import type { CommandedStorage, FoundSetting, Target, Wish } from './storage-command.rules.ts'

/** As kept with a command. `payload` is null for our own JSON, which is made when it is sent. */
export type SentTo = {
  readonly target: Target
  readonly topic: string
  readonly payload: string | null
  /** The report of the device once it obeys; null: it does not report. */
  readonly expected: string | null
  /** The payload that restores the device at the end if its former mode is unknown; null: nothing is sent. */
  readonly usual: string | null
}

/** Our own devices obey a command for this long without a repetition. */
const obeyedMs = 90_000
const reportLengthMax = 200

/** undefined: the device does not offer it. */
export function sentTo(storage: CommandedStorage, { mode, powerW }: Pick<Wish, 'mode' | 'powerW'>): SentTo | undefined {
  const { target, setting, id } = storage
  switch (target?.kind) {
    case undefined:
      return undefined
    case 'evcc_battery': {
      const word = batteryWords[mode]
      if (word === undefined) return undefined
      return { target, topic: 'evcc/site/batteryMode/set', payload: word, expected: word, usual: 'normal' }
    }
    case 'evcc_loadpoint': {
      const word = loadpointWord(storage, mode, powerW)
      const topic = `evcc/loadpoints/${target.loadpoint}/mode/set`
      return word === undefined ? undefined : { target, topic, payload: word, expected: word, usual: 'pv' }
    }
    case 'own':
      return { target, topic: `${id}/set`, payload: null, expected: mode, usual: null }
    case 'homeassistant': {
      const set = setting === null ? undefined : settingOf(setting.component, setting.description, mode, powerW)
      if (set === undefined || setting === null) return undefined
      const usual = settingOf(setting.component, setting.description, 'auto', null)?.payload ?? null
      const expected = setting.description.stateTopic === null ? null : set.expected
      return { target, topic: target.topic, payload: set.payload, expected, usual }
    }
  }
}

const batteryWords: Readonly<Partial<Record<PlanMode, string>>> = {
  auto: 'normal',
  hold: 'hold',
  idle: 'hold',
  charge: 'charge',
}

function loadpointWord({ minChargeW }: CommandedStorage, mode: PlanMode, powerW: number | null): string | undefined {
  if (mode === 'auto' || mode === 'hold') return 'pv'
  if (mode === 'pass' || mode === 'idle') return 'off'
  if (mode !== 'charge') return undefined
  // At the minimum power, evcc adds solar power on its own.
  const isLeast = powerW !== null && minChargeW > 0 && powerW < 1.5 * minChargeW
  return isLeast ? 'minpv' : 'now'
}

/** The message of a command when it is sent. */
export function payloadOf(
  { payload }: SentTo,
  wish: { mode: PlanMode; powerW: number | null; reason: string },
  now: Date,
) {
  if (payload !== null) return payload
  const { mode, powerW, reason } = wish
  return JSON.stringify({ mode, powerW, until: instantText(plusMs(now, obeyedMs)), reason })
}

/** The message that ends a series of commands; null: silence is enough. `former`: the earlier report of the device. */
export function endPayloadOf({ target, usual }: SentTo, former: string | null, now: Date): string | null {
  if (target.kind === 'own') {
    return JSON.stringify({ mode: 'auto', powerW: null, until: instantText(now), reason: 'rules' })
  }
  if (target.kind === 'evcc_battery') return usual
  return former ?? usual
}

/** Where a device reports its state: the topic, and the path inside its message. */
export type ReportPlace = { readonly topic: string; readonly path: string }

export function reportPlace(
  storageId: string,
  target: Target | null,
  description: TargetDescription | null,
): ReportPlace | null {
  switch (target?.kind) {
    case undefined:
      return null
    case 'evcc_battery':
      return { topic: 'evcc/site/batteryMode', path: '' }
    case 'evcc_loadpoint':
      return { topic: `evcc/loadpoints/${target.loadpoint}/mode`, path: '' }
    case 'own':
      return { topic: `${storageId}/state`, path: '' }
    case 'homeassistant': {
      if (description === null || description.stateTopic === null) return null
      return { topic: description.stateTopic, path: description.statePath }
    }
  }
}

/** Whether a storage may report under a topic; topics of Home Assistant are named by their devices. */
export function mayReport(topic: string): boolean {
  return /^evcc\/(site\/batteryMode|loadpoints\/\d+\/mode)$/.test(topic) || /^[^/]+\/state$/.test(topic)
}

/** The report in a message of a device; undefined for none. */
export function reportText(payload: Buffer, path: string): string | undefined {
  const value = path === '' ? payload.toString('utf8').trim() : valueAt(jsonOf(payload), path)
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  const text = isPlain ? String(value) : ''
  // Truncated JSON of our own devices would mean something else, and PostgreSQL stores no zero byte.
  return text === '' || text.length > reportLengthMax || text.includes('\0') ? undefined : text
}

/** Whether a report shows that the device obeys, or that it refuses. */
export function readReport(
  { target, expected }: SentTo,
  powerW: number | null,
  text: string,
): { agrees: boolean; refusal: string | null } {
  if (target.kind !== 'own') return { agrees: expected !== null && isSame(text, expected), refusal: null }
  const said = jsonOf(Buffer.from(text))
  if (!isObject(said)) return { agrees: text === expected, refusal: null }
  if (said.refused !== undefined && said.refused !== false && said.refused !== null) {
    return { agrees: false, refusal: typeof said.refused === 'string' ? said.refused : '' }
  }
  const mode = planModes.find(each => each === said.mode)
  const isPower = typeof said.powerW !== 'number' || powerW === null || Math.abs(said.powerW - powerW) <= 1
  return { agrees: mode === expected && isPower, refusal: null }
}

/** Numbers are compared as numbers: `2000` and `2000.0`. */
function isSame(text: string, expected: string): boolean {
  if (text.toLowerCase() === expected.toLowerCase()) return true
  return text !== '' && expected !== '' && Number(text) === Number(expected)
}

/** The setting of a target of Home Assistant that its device has described. */
export function settingFor(
  target: Target | null,
  found: readonly ({ readonly topic: string } & FoundSetting)[],
): FoundSetting | null {
  if (target?.kind !== 'homeassistant') return null
  const row = found.find(({ topic }) => topic === target.topic)
  return row === undefined ? null : { component: row.component, description: row.description }
}
