/** The flows and the cost of a house under a policy, carried out step by step on measured values. */
import { berlinTime } from './berlin-time.ts'
import { boundOf } from './bound.ts'
import { carryOut, noFlows } from './carry-out.ts'
import { checkInput, type PriceSource } from './check-input.ts'
import { presentSums, type Shortfall, type Sums } from './evaluate.ts'
import type { Fields, Reader } from './field-checks.ts'
import type { Solver } from './linear-problem.ts'
import { blocksAhead, type From, partOf } from './part-of.ts'
import { courseOf, type Evaluated, type Invalid, planSituation } from './plan.ts'
import { followPolicy } from './policies.ts'
import { at, type Flows, type Order, round, type Situation, sum } from './situation.ts'
import { stepStarts } from './tariff.ts'

const policies = ['none', 'self_use', 'rules', 'optimiser', 'bound'] as const
export type Policy = (typeof policies)[number]

export type SimulatedStorage = { id: string; chargeW: number[]; dischargeW: number[]; contentWh: number[] }
export type SimulatedSeries = { importW: number[]; exportW: number[]; storages: SimulatedStorage[] }

export type SimulateOutput =
  | Invalid
  | ({ id: unknown; status: 'done'; policy: Policy } & Sums & {
        totalEur: number
        pvWh: number
        loadWh: number
        shortfalls: Shortfall[]
        series?: SimulatedSeries
      })

export const simulateStepsMax = 40_000

/** The forecasts, how often and how far ahead the optimiser planned, and after how many minutes in hourly steps. */
type Forecast = {
  loadW: readonly number[]
  pvW: readonly number[]
  replanMinutes: number
  horizonMinutes: number
  fineMinutes: number
}
type Own = { policy: Policy; hasSeries: boolean; forecast: Forecast; endCt: (number | null)[] }
/** The forecast at the start of a step, beginning with that step. */
export type ExpectedAt = (step: number) => { loadW: readonly number[]; pvW: readonly number[] }
type Simulation = Own & {
  situation: Situation
  pricesWithin: PriceSource
  publishedUntil: (step: number) => number
  expectedAt: ExpectedAt
}

/**
 * Every input gets an answer; without a solver the optimiser follows rules.
 * @param expectedAt replaces the input's forecasts where those of the same step changed with time
 */
export function simulate(input: unknown, solve: Solver | undefined, expectedAt?: ExpectedAt): SimulateOutput {
  const checked = checkInput(input, simulateStepsMax, readOwn)
  if ('problems' in checked) return { id: checked.id, status: 'invalid', problems: checked.problems }
  const { situation, own, pricesWithin } = checked
  const { loadW, pvW } = own.forecast
  const simulation = {
    ...own,
    situation,
    pricesWithin,
    publishedUntil: publishedUntil(situation),
    expectedAt: expectedAt ?? (step => ({ loadW: loadW.slice(step), pvW: pvW.slice(step) })),
  }
  return present(checked.id, simulation, follow(simulation, solve))
}

function readOwn(reader: Reader, input: Fields, steps: number): Own {
  const policy = policies.find(known => known === input.policy)
  if (policy === undefined) reader.note('policy', input.policy === undefined ? 'required' : 'choice')
  const storages = Array.isArray(input.storages) ? input.storages : []
  return {
    policy: policy ?? 'none',
    hasSeries: reader.flag(input.series, 'series', false),
    forecast: policy === 'optimiser' ? readForecast(reader, input.forecast, steps) : noForecast,
    endCt: storages.map(storage => (typeof storage?.endCt === 'number' ? storage.endCt : null)),
  }
}

const noForecast: Forecast = { loadW: [], pvW: [], replanMinutes: 60, horizonMinutes: 2880, fineMinutes: 1440 }

function readForecast(reader: Reader, value: unknown, steps: number): Forecast {
  const forecast = reader.fields(value, 'forecast')
  const series = (name: string) => reader.series(forecast[name], `forecast.${name}`, steps, { min: 0 })
  const minutes = (name: string, max: number, usual: number) =>
    reader.number(forecast[name], `forecast.${name}`, { min: 1, max }, usual)
  return {
    loadW: series('loadW'),
    pvW: series('pvW'),
    replanMinutes: minutes('replanMinutes', 1440, 60),
    horizonMinutes: minutes('horizonMinutes', 10_080, 2880),
    fineMinutes: minutes('fineMinutes', 10_080, 1440),
  }
}

/** For each step the end of the steps whose prices are published: of today, and from 13:00 of tomorrow (Berlin). */
function publishedUntil({ startsAt, minutes }: Situation): (step: number) => number {
  const times = stepStarts(startsAt, minutes).map(berlinTime)
  const dayEnds = new Map<number, number>()
  for (const [step, { day }] of times.entries()) dayEnds.set(day, step + 1)
  return step => {
    const { day, minute } = at(times, step)
    const today = dayEnds.get(day) ?? times.length
    return minute >= publicationMinute ? (dayEnds.get(day + 1) ?? today) : today
  }
}

const publicationMinute = 13 * 60

function follow(simulation: Simulation, solve: Solver | undefined): Evaluated {
  const { situation, policy } = simulation
  if (policy === 'optimiser') return followPlans(simulation, solve)
  if (policy === 'bound') return boundOf(situation, solve)
  return courseOf(situation, followPolicy(situation, policy, simulation.publishedUntil))
}

/** Orders and intended powers from the step `from` on, one list for each storage. */
type Planned = From<{ until: number; orders: Order[][]; powerW: number[][] }>

/** Plans again at the given interval with the data known by then, and carries out the modes on measured values. */
function followPlans(simulation: Simulation, solve: Solver | undefined): Evaluated {
  const { situation } = simulation
  const state = { flows: noFlows(situation), contents: situation.storages.map(({ contentWh }) => contentWh) }
  const starts = stepStarts(situation.startsAt, situation.minutes)
  const orders: Order[][] = []
  let planned: Planned | undefined
  situation.hours.forEach((_, step) => {
    if (planned === undefined || step >= planned.until)
      planned = planFrom(simulation, starts, step, state, planned, solve)
    const { from } = planned
    const now = planned.orders.map(list => at(list, step - from))
    orders.push(now)
    carryOut(situation, step, now, state)
  })
  return courseOf(situation, { flows: state.flows, orders })
}

function planFrom(
  { situation, forecast, pricesWithin, publishedUntil, expectedAt, endCt }: Simulation,
  starts: readonly number[],
  from: number,
  { flows, contents }: { flows: Flows; contents: readonly number[] },
  previous: Planned | undefined,
  solve: Solver | undefined,
): Planned {
  const blocks = blocksAhead(situation, from, forecast)
  const to = at(blocks, blocks.length - 1).to
  const known = Math.min(to, publishedUntil(from))
  const seesEnd = known === situation.hours.length
  // Unpublished prices are those of the day before.
  const dayBefore = starts.findIndex(start => start >= at(starts, from) - dayMs)
  const part = partOf(situation, {
    blocks,
    startsAt: new Date(at(starts, from)).toISOString(),
    expected: { from, ...expectedAt(from) },
    prices: { from: dayBefore, ...pricesWithin({ from: dayBefore, known, to }) },
    contents,
    isCharging: situation.storages.map(({ isCharging }, index) =>
      from === 0 ? isCharging : at(at(flows.chargeW, index), from - 1) > 0,
    ),
    previous,
    endCt: situation.storages.map((storage, index) => (seesEnd ? storage.endCt : at(endCt, index))),
  })
  const { orders, flows: planned } = planSituation(part, solve)
  const ofSteps = <Value>(list: readonly Value[]) =>
    blocks.flatMap((block, index) => new Array<Value>(block.to - block.from).fill(at(list, index)))
  const replanAt = at(starts, from) + forecast.replanMinutes * 60_000
  const next = starts.findIndex((start, step) => step > from && start >= replanAt)
  return {
    from,
    until: next === -1 ? to : Math.min(to, next),
    orders: orders.map(ofSteps),
    powerW: situation.storages.map((_, index) =>
      ofSteps(at(planned.chargeW, index).map((charge, step) => charge - at(at(planned.dischargeW, index), step))),
    ),
  }
}

const dayMs = 86_400_000

function present(
  id: unknown,
  { situation, policy, hasSeries }: Simulation,
  { course, evaluation }: Evaluated,
): SimulateOutput {
  const { hours, loadW, pvW, storages } = situation
  const energy = (list: readonly number[]) => round(sum(hours.map((hour, step) => hour * at(list, step))), 2)
  const watts = (list: readonly number[]) => list.map(value => round(value, 2))
  return {
    id,
    status: 'done',
    policy,
    ...presentSums(evaluation.sums),
    totalEur: round(evaluation.totalEur, 4),
    pvWh: energy(pvW),
    loadWh: energy(loadW),
    shortfalls: evaluation.shortfalls,
    ...(hasSeries && {
      series: {
        importW: watts(evaluation.importW),
        exportW: watts(evaluation.exportW),
        storages: storages.map((storage, index) => ({
          id: storage.id,
          chargeW: watts(at(course.flows.chargeW, index)),
          dischargeW: watts(at(course.flows.dischargeW, index)),
          contentWh: watts(at(evaluation.contentWh, index)),
        })),
      },
    }),
  }
}
