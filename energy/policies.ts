/** What a house does without a solver: no control, self-use, and good rules. Carried out step by step. */
import { carryOut, noFlows } from './carry-out.ts'
import { roomW } from './evaluate.ts'
import { at, type Flows, type Order, type Situation, type Storage } from './situation.ts'

export type SimplePolicy = 'none' | 'self_use' | 'rules'

/** The orders of each step, for each storage, beside the flows that follow from them. */
export type Course = { flows: Flows; orders: Order[][] }

export function followPolicy(situation: Situation, policy: SimplePolicy): Course {
  const flows = noFlows(situation)
  const contents = situation.storages.map(({ contentWh }) => contentWh)
  const orders = situation.hours.map((_, step) => {
    const now = situation.storages.map((storage, index) =>
      orderOf(situation, policy, storage, step, at(contents, index)),
    )
    carryOut(situation, step, now, { flows, contents })
    return now
  })
  return { flows, orders }
}

function orderOf(situation: Situation, policy: SimplePolicy, storage: Storage, step: number, content: number): Order {
  const order = (mode: Order['mode'], powerW: number | null = null): Order => ({ mode, powerW, valueCt: null })
  if (!at(storage.isConnected, step)) return order('idle')
  const demandW = Math.min(at(storage.demandW, step), storage.maxChargeW)
  if (demandW > 0) return order('charge', demandW)
  if (storage.kind === 'battery') return order(policy === 'none' ? 'idle' : 'auto')
  const target = nextGoal(storage, step)
  const missing = (target ?? storage.maxWh) - content
  if (policy !== 'rules')
    return missing > 0 ? order('charge', chargeFor(situation, storage, step, content, missing)) : order('idle')
  const isNeeded = storage.kind === 'heat' ? runsOut(situation, storage, step, content) : false
  if (isNeeded || (target !== undefined && missing > 0 && isAmongCheapest(situation, storage, step, missing))) {
    return order('charge', chargeFor(situation, storage, step, content, missing))
  }
  return order('auto')
}

function nextGoal(storage: Storage, step: number): number | undefined {
  const ahead = storage.goals.filter(goal => goal.step >= step)
  const next = ahead.reduce<(typeof ahead)[number] | undefined>(
    (best, goal) => (best === undefined || goal.step < best.step ? goal : best),
    undefined,
  )
  return next?.contentWh
}

/** Full power, or what is missing; never below the least power. */
function chargeFor({ hours }: Situation, storage: Storage, step: number, content: number, missing: number): number {
  const efficiency = at(storage.chargeEfficiency, step)
  const wanted = Math.min(storage.maxChargeW, missing / (at(hours, step) * efficiency))
  return Math.min(
    Math.max(wanted, storage.minChargeW),
    Math.max(storage.minChargeW, roomW(storage, step, at(hours, step), content)),
  )
}

/** A heat store that would not last another step is filled. */
function runsOut({ hours }: Situation, storage: Storage, step: number, content: number): boolean {
  const leaving = at(hours, step) * (at(storage.drawW, step) + storage.lossW)
  return content - leaving < storage.minWh + leaving
}

/** Whether the step belongs to the cheapest ones that together bring what is missing by the next goal. */
function isAmongCheapest({ hours, importCt }: Situation, storage: Storage, step: number, missing: number): boolean {
  const end = Math.min(...storage.goals.filter(goal => goal.step >= step).map(goal => goal.step))
  const steps = hours
    .map((_, index) => index)
    .slice(step, end + 1)
    .filter(index => at(storage.isConnected, index))
  const cheapestFirst = steps.toSorted((one, other) => at(importCt, one) - at(importCt, other) || one - other)
  let left = missing
  for (const index of cheapestFirst) {
    if (left <= 0) return false
    if (index === step) return true
    left -= at(hours, index) * storage.maxChargeW * at(storage.chargeEfficiency, index)
  }
  return false
}
