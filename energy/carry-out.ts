/** One step of the house: how devices act on their modes and on the actual generation and load. */
import { nextContent, roomW } from './evaluate.ts'
import { at, type Flows, mayFeedIn, mostChargeW, type Order, type Situation, type Storage, sum } from './situation.ts'

type Step = { flows: Flows; contents: number[]; step: number; hour: number }

/** Adds one step to `flows` and moves `contents` to its end. */
export function carryOut(
  situation: Situation,
  step: number,
  orders: readonly Order[],
  state: Omit<Step, 'step' | 'hour'>,
) {
  const { storages } = situation
  const hour = at(situation.hours, step)
  const now: Step = { ...state, step, hour }
  const charge = storages.map(() => 0)
  const discharge = storages.map(() => 0)
  const own = at(situation.pvW, step) - at(situation.loadW, step)
  const rest = () => own - sum(charge) + sum(discharge)
  const byValue = storages
    .map((_, index) => index)
    .toSorted((one, other) => (at(orders, other).valueCt ?? 0) - (at(orders, one).valueCt ?? 0) || one - other)

  for (const index of byValue) {
    const { mode, powerW } = at(orders, index)
    const storage = at(storages, index)
    if (mode === 'charge') charge[index] = orderedCharge(situation, now, index, powerW ?? storage.maxChargeW, rest())
    if (mode === 'discharge') {
      const wanted = Math.min(powerW ?? storage.maxDischargeW, availableW(now, storage, index))
      const room = mayFeedIn(storage, step) ? (situation.maxExportW ?? Number.POSITIVE_INFINITY) : 0
      discharge[index] = Math.min(wanted, Math.max(0, room - rest()))
    }
  }
  for (const index of byValue) takeSurplus(now, at(storages, index), at(orders, index), index, charge, rest)
  for (const index of byValue.toReversed()) {
    const { mode } = at(orders, index)
    if ((mode === 'auto' || mode === 'pass') && at(charge, index) === 0) {
      discharge[index] = Math.min(Math.max(0, -rest()), availableW(now, at(storages, index), index))
    }
  }
  stopForbidden(storages, step, charge, discharge, rest)
  storages.forEach((storage, index) => {
    at(state.flows.chargeW, index).push(at(charge, index))
    at(state.flows.dischargeW, index).push(at(discharge, index))
    const before = at(state.contents, index)
    state.contents[index] = nextContent(storage, step, hour, before, at(charge, index), at(discharge, index)).contentWh
  })
  state.flows.curtailW.push(curtailedW(situation, step, rest()))
}

/** Charges with the ordered power within room and import limit; 0 where the minimum power does not fit. */
function orderedCharge(situation: Situation, now: Step, index: number, wanted: number, rest: number): number {
  const storage = at(situation.storages, index)
  const grid = !storage.gridCharge
    ? Math.max(0, rest)
    : situation.maxImportW === null
      ? Number.POSITIVE_INFINITY
      : Math.max(0, situation.maxImportW + rest)
  return fitting(now, storage, index, Math.max(wanted, storage.minChargeW), grid)
}

/** A step that ends full may take less than the minimum power where somebody ordered it. */
function fitting(now: Step, storage: Storage, index: number, wanted: number, most: number): number {
  if (!at(storage.isConnected, now.step)) return 0
  const room = roomW(storage, now.step, now.hour, at(now.contents, index))
  const power = Math.min(wanted, mostChargeW(storage, now.step), room, most)
  const endsFull = at(storage.demandW, now.step) > 0 && power >= room
  return power >= storage.minChargeW || endsFull ? power : 0
}

function takeSurplus(
  now: Step,
  storage: Storage,
  { mode, powerW }: Order,
  index: number,
  charge: number[],
  rest: () => number,
): void {
  if (mode !== 'auto' && mode !== 'hold' && mode !== 'charge') return
  const already = at(charge, index)
  const surplus = rest() + already
  if (rest() <= 0) return
  if (already === 0 && storage.minChargeW > 0 && surplus < (powerW ?? storage.minChargeW)) return
  const least = already === 0 && storage.gridCharge ? storage.minChargeW : 0
  const power = fitting(now, storage, index, Math.max(surplus, least), Number.POSITIVE_INFINITY)
  charge[index] = Math.max(already, power)
}

/** Ends charging and discharging that would use the grid against the storage's rules. */
function stopForbidden(
  storages: readonly Storage[],
  step: number,
  charge: number[],
  discharge: number[],
  rest: () => number,
): void {
  storages.forEach((storage, index) => {
    const power = at(charge, index)
    if (storage.gridCharge || power === 0 || rest() >= 0) return
    const less = Math.max(0, power + rest())
    charge[index] = less >= storage.minChargeW ? less : 0
  })
  storages.forEach((storage, index) => {
    if (!mayFeedIn(storage, step)) discharge[index] = Math.max(0, at(discharge, index) - Math.max(0, rest()))
  })
}

function availableW({ step, hour, contents }: Step, storage: Storage, index: number): number {
  if (!at(storage.isConnected, step)) return 0
  const leaving = hour * (at(storage.drawW, step) + storage.lossW)
  const available = Math.max(0, at(contents, index) - storage.minWh - leaving)
  return Math.min(storage.maxDischargeW, (available * storage.dischargeEfficiency) / hour)
}

/** Curtails beyond the export limit, and all feed-in where it costs money and may be curtailed. */
function curtailedW({ pvW, exportCt, maxExportW, canCurtail }: Situation, step: number, rest: number): number {
  const limit = canCurtail && at(exportCt, step) < 0 ? 0 : (maxExportW ?? Number.POSITIVE_INFINITY)
  return Math.min(at(pvW, step), Math.max(0, rest - limit))
}

export function noFlows({ storages }: Situation): Flows {
  return { chargeW: storages.map(() => []), dischargeW: storages.map(() => []), curtailW: [] }
}
