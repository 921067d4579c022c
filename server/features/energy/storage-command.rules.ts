/** Derives the command of a storage: the plan's, an override's, or the part that a dimming order leaves. Pure. */
import { type CommandState, confirmedWithinSeconds } from '#contract/energy-commands.ts'
import type { PlanMode, PlanReason } from '#contract/energy-plan-words.ts'
import type { EnergyStorageInput } from '#contract/energy-storages.ts'
import { minuteMs } from '#server/clock.ts'
import { modesOfTarget, type TargetComponent, type TargetDescription } from './command-target.rules.ts'
import type { CommandFacts, HeadStep } from './plan-head.rules.ts'

/** Without a reading for this long, nothing is sent. */
export const heardWithinMs = 5 * minuteMs
/** Of each storage, from the grid, while the network operator limits (§ 14a EnWG). */
export const dimmedW = 4_200

export type Target = NonNullable<EnergyStorageInput['commandTarget']>
export type FoundSetting = { readonly component: TargetComponent; readonly description: TargetDescription }

export type CommandedStorage = Pick<
  EnergyStorageInput,
  'kind' | 'maxChargeW' | 'minChargeW' | 'maxDischargeW' | 'chargeEfficiency'
> & {
  readonly id: string
  readonly target: Target | null
  /** The setting of a target of Home Assistant; null until its device has described it. */
  readonly setting: FoundSetting | null
}

export type OrderedByHand = {
  readonly id: string
  readonly mode: PlanMode
  readonly powerW: number | null
  readonly until: string
}

export type Wish = {
  readonly mode: PlanMode
  readonly powerW: number | null
  readonly reason: PlanReason
  readonly facts: CommandFacts
  readonly planId: string | null
  readonly overrideId: string | null
  readonly isDimmed: boolean
}

type Situation = {
  readonly storage: CommandedStorage
  readonly override: OrderedByHand | null
  readonly plan: { readonly id: string; readonly step: HeadStep } | null
  readonly isDimmed: boolean
}

/** The intended action of the storage; null: nobody decides, and the device follows its own rules. */
export function wishOf({ storage, override, plan, isDimmed }: Situation): Wish | null {
  if (storage.target === null) return null
  const wish = override === null ? plannedWish(storage, plan) : orderedWish(storage, override)
  const offered = wish && { ...wish, ...offeredAction(storage, wish) }
  return isDimmed ? dimmedWish(storage, offered) : offered
}

function orderedWish({ chargeEfficiency }: CommandedStorage, { id, mode, powerW, until }: OrderedByHand): Wish {
  const facts = { valueCt: null, chargeEfficiency, importCt: 0, exportCt: 0, time: null, until }
  return { mode, powerW, reason: 'demanded', facts, planId: null, overrideId: id, isDimmed: false }
}

function plannedWish(storage: CommandedStorage, plan: Situation['plan']): Wish | null {
  if (plan === null) return null
  const planned = plan.step.storages.find(({ id }) => id === storage.id)
  if (planned === undefined) return null
  const { mode, powerW, reason, facts } = planned
  return { mode, powerW, reason, facts, planId: plan.id, overrideId: null, isDimmed: false }
}

/** The modes that the device of a storage supports. */
export function offeredModes({ target, setting, maxDischargeW }: CommandedStorage): PlanMode[] {
  if (target === null) return []
  const modes = modesOf(target, setting)
  return maxDischargeW > 0 ? modes : modes.filter(mode => mode !== 'discharge')
}

function modesOf(target: Target, setting: FoundSetting | null): PlanMode[] {
  switch (target.kind) {
    case 'evcc_battery':
      return ['auto', 'hold', 'idle', 'charge']
    case 'evcc_loadpoint':
      return ['auto', 'hold', 'pass', 'idle', 'charge']
    case 'own':
      return ['auto', 'hold', 'pass', 'idle', 'charge', 'discharge']
    case 'homeassistant':
      return setting === null ? [] : modesOfTarget(setting.component, setting.description)
  }
}

/** The nearest substitutes for an unsupported mode. Charging has none: `auto` never takes from the grid. */
const nearest: Readonly<Record<PlanMode, readonly PlanMode[]>> = {
  auto: [],
  hold: ['idle', 'auto'],
  pass: ['auto'],
  idle: ['hold', 'auto'],
  charge: ['auto'],
  discharge: ['auto'],
}

function offeredAction(storage: CommandedStorage, { mode, powerW }: Pick<Wish, 'mode' | 'powerW'>) {
  const offered = offeredModes(storage)
  const found = [mode, ...nearest[mode]].find(each => offered.includes(each)) ?? mode
  return { mode: found, powerW: found === mode ? powerWithin(storage, mode, powerW) : null }
}

function powerWithin({ maxChargeW, maxDischargeW }: CommandedStorage, mode: PlanMode, powerW: number | null) {
  if (mode === 'charge') return Math.round(Math.min(powerW ?? maxChargeW, maxChargeW))
  if (mode === 'discharge') return Math.round(Math.min(powerW ?? maxDischargeW, maxDischargeW))
  return powerW === null ? null : Math.round(powerW)
}

/** At most 4.2 kW from the grid if the device supports such a limit; otherwise nothing from the grid. */
function dimmedWish(storage: CommandedStorage, wish: Wish | null): Wish | null {
  const { minChargeW, maxChargeW, chargeEfficiency } = storage
  if (maxChargeW <= dimmedW) return wish
  const facts = { valueCt: null, chargeEfficiency, importCt: 0, exportCt: 0, time: null, until: null }
  const limit = { reason: 'grid_limit', facts, isDimmed: true } as const
  if (wish === null) {
    const action = offeredAction(storage, { mode: 'auto', powerW: null })
    return { ...limit, ...action, planId: null, overrideId: null }
  }
  const { planId, overrideId } = wish
  if (wish.mode === 'charge') {
    // evcc charges with the least current and the sun on top (`minpv`).
    const action = canLimit(storage)
      ? { mode: 'charge' as const, powerW: Math.min(wish.powerW ?? maxChargeW, dimmedChargeW(storage)) }
      : offeredAction(storage, { mode: 'hold', powerW: null })
    return { ...limit, ...action, planId, overrideId }
  }
  // A minimum power that the sun does not reach takes the rest from the grid.
  const needsSun = (wish.mode === 'auto' || wish.mode === 'hold') && minChargeW - dimmedW > 0
  if (!needsSun) return wish
  return { ...wish, powerW: Math.max(wish.powerW ?? minChargeW, minChargeW - dimmedW) }
}

/** The most a storage takes from the grid while the network operator limits: what its device supports of 4.2 kW. */
export function dimmedChargeW(storage: CommandedStorage): number {
  const { target, minChargeW, maxChargeW } = storage
  // Without a device that accepts commands, the box of the network operator limits it.
  if (target === null || maxChargeW <= dimmedW) return dimmedW
  if (!canLimit(storage)) return 0
  return target.kind === 'evcc_loadpoint' ? minChargeW : dimmedW
}

/** Whether a device supports charging with no more than 4.2 kW. */
function canLimit({ target, setting, minChargeW }: CommandedStorage): boolean {
  if (minChargeW > dimmedW) return false
  if (target?.kind === 'evcc_loadpoint') return minChargeW > 0
  return target?.kind === 'own' || setting?.component === 'number'
}

export type Awaited = {
  readonly state: CommandState
  readonly awaitedSince: string | null
  readonly reportsSince: string
  readonly confirmedAt: string | null
}
export type Heard = { readonly at: string; readonly agrees: boolean; readonly refusal: string | null }

/** The new state of a command in force after the last report of its device; null where nothing changes. */
export function answeredState(
  { state, awaitedSince, reportsSince, confirmedAt }: Awaited,
  heard: Heard | null,
  now: Date,
): { state: Awaited['state']; confirmedAt: string | null; awaitedSince: string | null; answer: string } | null {
  if (awaitedSince === null) return null
  const counts = heard !== null && heard.at >= reportsSince
  if (counts && heard.refusal !== null) {
    if (state === 'refused') return null
    return { state: 'refused', confirmedAt: null, awaitedSince, answer: heard.refusal }
  }
  if (counts && heard.agrees) {
    if (state === 'confirmed') return null
    return { state: 'confirmed', confirmedAt: heard.at, awaitedSince, answer: '' }
  }
  // The device has dropped the command: it is waited for again.
  if (state === 'confirmed' && counts && heard.at > (confirmedAt ?? '')) {
    return { state: 'sent', confirmedAt: null, awaitedSince: heard.at, answer: '' }
  }
  if (state === 'sent' && isLate(awaitedSince, now))
    return { state: 'expired', confirmedAt: null, awaitedSince, answer: '' }
  return null
}

/** The final state of a command: superseded when its device had no time to answer, or it was never sent. */
export function stateAtEnd(
  { state, awaitedSince }: Pick<Awaited, 'state' | 'awaitedSince'>,
  expectsAnswer: boolean,
  now: Date,
): CommandState {
  if (state !== 'sent') return state
  if (awaitedSince === null) return 'superseded'
  if (!expectsAnswer) return state
  return isLate(awaitedSince, now) ? 'expired' : 'superseded'
}

function isLate(awaitedSince: string, now: Date): boolean {
  return now.getTime() - Date.parse(awaitedSince) > confirmedWithinSeconds * 1_000
}
