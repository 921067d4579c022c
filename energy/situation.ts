/** The input of the engine. Power is W, energy Wh, prices ct/kWh; a list has one value for each step. */

export type StorageKind = 'battery' | 'car' | 'heat'

/** A goal that falls into the steps, at the end of `step`. */
export type Goal = { step: number; contentWh: number }

/** A person's order for a step instead of a plan; `powerW` is for `charge` and `discharge`. */
export type Ordered = { mode: Mode; powerW: number | null }

/** A battery, a car or a heat store, checked and with every default filled in. */
export type Storage = {
  id: string
  kind: StorageKind
  contentWh: number
  minWh: number
  maxWh: number
  maxChargeW: number
  minChargeW: number
  maxDischargeW: number
  chargeEfficiency: readonly number[]
  dischargeEfficiency: number
  isConnected: readonly boolean[]
  drawW: readonly number[]
  lossW: number
  demandW: readonly number[]
  /** The most that charging takes in a step; null: as much as the storage can. */
  chargeLimitW: readonly (number | null)[]
  ordered: readonly (Ordered | null)[]
  goals: readonly Goal[]
  gridCharge: boolean
  gridDischarge: boolean
  wearCt: number
  startCt: number
  isCharging: boolean
  endCt: number
  previousW: readonly (number | null)[]
}

/** A checked input: every list has the same length, every price is known or estimated. */
export type Situation = {
  id: string
  startsAt: string
  minutes: readonly number[]
  hours: readonly number[]
  loadW: readonly number[]
  pvW: readonly number[]
  importCt: readonly number[]
  exportCt: readonly number[]
  isPriceEstimated: readonly boolean[]
  maxImportW: number | null
  maxExportW: number | null
  canCurtail: boolean
  storages: readonly Storage[]
  gapCt: number
  calmCt: number
  limitMs: number
}

export type Mode = 'auto' | 'hold' | 'pass' | 'idle' | 'charge' | 'discharge'

export type Reason =
  | 'self_use'
  | 'surplus'
  | 'worth_more_later'
  | 'cheap_now'
  | 'negative_price'
  | 'goal'
  | 'demanded'
  | 'feed_in_pays_more'
  | 'grid_limit'
  | 'not_connected'
  | 'enough'
  | 'rules'

/** The order of a storage for one step; `powerW` as in the output of a plan. */
export type Order = { mode: Mode; powerW: number | null; valueCt: number | null }

/** The first list has one entry for each storage, the second one for each step. */
export type Flows = { chargeW: number[][]; dischargeW: number[][]; curtailW: number[] }

/** The most that a storage may charge in a step. */
export function mostChargeW({ isConnected, maxChargeW, chargeLimitW }: Storage, step: number): number {
  return at(isConnected, step) ? Math.min(maxChargeW, at(chargeLimitW, step) ?? maxChargeW) : 0
}

/** Whether what a storage gives may leave the house: always, or because somebody ordered it. */
export function mayFeedIn({ gridDischarge, ordered }: Storage, step: number): boolean {
  return gridDischarge || at(ordered, step)?.mode === 'discharge'
}

/** The value at an index that the caller knows to exist; the engine's lists are checked to have the same length. */
export function at<T>(list: ArrayLike<T>, index: number): T {
  const value = list[index]
  if (value === undefined) throw new RangeError(`no entry ${index} in a list of ${list.length}`)
  return value
}

export function sum(values: Iterable<number>): number {
  let total = 0
  for (const value of values) total += value
  return total
}

export function round(value: number, digits: number): number {
  const factor = 10 ** digits
  const rounded = Math.round(value * factor) / factor
  return rounded === 0 ? 0 : rounded
}
