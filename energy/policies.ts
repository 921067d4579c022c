/** Policies without a solver: no control, self-use, and good rules. Carried out step by step. */
import { carryOut, noFlows } from './carry-out.ts'
import { roomW } from './evaluate.ts'
import { at, type Flows, type Goal, type Order, type Situation, type Storage } from './situation.ts'

export type SimplePolicy = 'none' | 'self_use' | 'rules'

/** The orders of each step, for each storage, beside the flows that follow from them. */
export type Course = { flows: Flows; orders: Order[][] }

/** @param publishedUntil for a step, the end of the steps whose prices are published by then; without it all are */
export function followPolicy(
  situation: Situation,
  policy: SimplePolicy,
  publishedUntil: (step: number) => number = () => situation.hours.length,
): Course {
  const flows = noFlows(situation)
  const contents = situation.storages.map(({ contentWh }) => contentWh)
  const orders = situation.hours.map((_, step) => {
    const now = situation.storages.map((storage, index) =>
      orderOf(situation, policy, storage, step, at(contents, index), publishedUntil),
    )
    carryOut(situation, step, now, { flows, contents })
    return now
  })
  return { flows, orders }
}

function orderOf(
  situation: Situation,
  policy: SimplePolicy,
  storage: Storage,
  step: number,
  content: number,
  publishedUntil: (step: number) => number,
): Order {
  const order = (mode: Order['mode'], powerW: number | null = null): Order => ({ mode, powerW, valueCt: null })
  const ordered = at(storage.ordered, step)
  if (ordered !== null) return order(ordered.mode, ordered.powerW)
  if (!at(storage.isConnected, step)) return order('idle')
  const demandW = Math.min(at(storage.demandW, step), storage.maxChargeW)
  if (demandW > 0) return order('charge', demandW)
  if (storage.kind === 'battery') return order(policy === 'none' ? 'idle' : 'auto')
  const goal = nextGoal(storage, step)
  const missing = (goal?.contentWh ?? storage.maxWh) - content
  const full = () => order('charge', chargeFor(situation, storage, step, content, missing))
  if (policy !== 'rules') return missing > 0 ? full() : order('idle')
  if (storage.kind === 'heat' && runsOut(situation, storage, step, content)) return full()
  if (goal === undefined || missing <= 0) return order('auto')
  const end = Math.min(goal.step + 1, publishedUntil(step))
  return isAmongCheapest(situation, storage, step, end, missing) ? full() : order('auto')
}

function nextGoal({ goals }: Storage, step: number): Goal | undefined {
  let next: Goal | undefined
  for (const goal of goals) if (goal.step >= step && (next === undefined || goal.step < next.step)) next = goal
  return next
}

/** Full power or less to end full; never below the minimum power. */
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

/** Whether the step is one of the cheapest before `end` that suffice together. */
function isAmongCheapest(
  { hours, importCt }: Situation,
  storage: Storage,
  step: number,
  end: number,
  missing: number,
): boolean {
  const steps = Array.from({ length: end - step }, (_, index) => step + index)
  const cheapestFirst = steps
    .filter(index => at(storage.isConnected, index))
    .toSorted((one, other) => at(importCt, one) - at(importCt, other) || one - other)
  let left = missing
  for (const index of cheapestFirst) {
    if (left <= 0) return false
    if (index === step) return true
    left -= at(hours, index) * storage.maxChargeW * at(storage.chargeEfficiency, index)
  }
  return false
}
