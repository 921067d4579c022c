/**
 * Checks a plan against its input from the contract alone. Shares no code with the engine:
 * neither would notice a mistake in shared code.
 */
import type { PlanOutput } from '#energy/plan.ts'
import type { SimulateOutput } from '#energy/simulate.ts'

export type Input = {
  id?: string
  startsAt: string
  minutes: number[]
  loadW: number[]
  pvW: number[]
  importCt: (number | null)[]
  exportCt: (number | null)[]
  grid?: { maxImportW?: number | null; maxExportW?: number | null; canCurtail?: boolean }
  storages?: InputStorage[]
  options?: { gapCt?: number; calmCt?: number; limitMs?: number }
}

export type InputStorage = {
  id: string
  kind?: 'battery' | 'car' | 'heat'
  contentWh: number
  minWh?: number
  maxWh: number
  maxChargeW: number
  minChargeW?: number
  maxDischargeW?: number
  chargeEfficiency?: number
  dischargeEfficiency?: number
  connected?: number[]
  drawW?: number[]
  lossW?: number
  demandW?: number[]
  chargeLimitW?: (number | null)[]
  ordered?: { mode: string; powerW?: number | null; until: string }
  goals?: { at: string; contentWh: number }[]
  gridCharge?: boolean
  gridDischarge?: boolean
  wearCt?: number
  startCt?: number
  isCharging?: boolean
  endCt?: number | null
  previousW?: (number | null)[]
}

type Plan = Pick<
  Exclude<PlanOutput, { status: 'invalid' }>,
  | 'importCt'
  | 'exportCt'
  | 'importW'
  | 'exportW'
  | 'curtailW'
  | 'costEur'
  | 'wearEur'
  | 'startsEur'
  | 'endValueEur'
  | 'shortfalls'
> & { storages: { id: string; chargeW: number[]; dischargeW: number[]; contentWh: number[]; endCt: number }[] }

/** Rounding to 0.01 W in several flows. */
const w = 0.06
const wh = 0.06

/** All faults of the plan, in words. */
export function faultsOf(input: Input, plan: PlanOutput): string[] {
  return plan.status === 'invalid' ? [`is invalid: ${JSON.stringify(plan.problems)}`] : flowFaults(input, plan)
}

/** Likewise for a simulation with its series; losses follow from the balance. */
export function simulationFaultsOf(input: Input, output: SimulateOutput): string[] {
  if (output.status === 'invalid' || output.series === undefined) return ['has no series']
  const { series } = output
  const known = (list: readonly (number | null)[]) => list.map(price => price ?? 0)
  const total = (name: 'chargeW' | 'dischargeW', t: number) =>
    series.storages.reduce((all, storage) => all + (storage[name][t] ?? 0), 0)
  const curtailW = input.minutes.map((_, t) => {
    const [load, pv] = [input.loadW[t] ?? 0, input.pvW[t] ?? 0]
    const [imported, exported] = [series.importW[t] ?? 0, series.exportW[t] ?? 0]
    const lost = pv + imported + total('dischargeW', t) - load - total('chargeW', t) - exported
    return Math.abs(lost) < w ? 0 : lost
  })
  const storages = series.storages.map((storage, index) => {
    const { endCt = null, maxDischargeW = 0, dischargeEfficiency = 1 } = input.storages?.[index] ?? {}
    const usual = quarterQuantile(known(input.importCt)) * (maxDischargeW > 0 ? dischargeEfficiency : 1)
    return { ...storage, endCt: endCt ?? usual }
  })
  const { importCt, exportCt } = input
  return flowFaults(input, {
    ...output,
    ...series,
    importCt: known(importCt),
    exportCt: known(exportCt),
    curtailW,
    storages,
  })
}

function quarterQuantile(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const place = (sorted.length - 1) / 4
  const [low, high] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0]
  return low + (high - low) * (place % 1)
}

function flowFaults(input: Input, plan: Plan): string[] {
  const faults: string[] = []
  const expect = (isTrue: boolean, words: string) => {
    if (!isTrue) faults.push(words)
  }
  const steps = input.minutes.length
  const grid = { maxImportW: null, maxExportW: null, canCurtail: false, ...input.grid }
  let cost = 0
  for (let t = 0; t < steps; t++) {
    const flow = (name: 'chargeW' | 'dischargeW') =>
      plan.storages.reduce((all, storage) => all + (storage[name][t] ?? 0), 0)
    const [imported, exported, lost] = [plan.importW[t] ?? 0, plan.exportW[t] ?? 0, plan.curtailW[t] ?? 0]
    const [load, pv] = [input.loadW[t] ?? 0, input.pvW[t] ?? 0]
    expect(
      Math.abs(pv - lost + imported + flow('dischargeW') - load - flow('chargeW') - exported) < w,
      `step ${t} is not balanced`,
    )
    expect(imported >= 0 && exported >= 0 && lost >= 0 && lost <= pv + w, `step ${t} has a negative flow`)
    expect(imported < w || exported < w, `step ${t} imports ${imported} and exports ${exported}`)
    expect(grid.maxExportW === null || exported <= grid.maxExportW + 0.001, `step ${t} exports more than the limit`)
    const isOver = grid.maxImportW !== null && imported > grid.maxImportW + 0.5
    expect(!isOver || hasShortfall(plan, null, 'import_limit', t), `step ${t} imports more than the limit`)
    if (!grid.canCurtail) {
      expect(lost < w || (grid.maxExportW !== null && exported > grid.maxExportW - w), `step ${t} loses ${lost}`)
    }
    cost += ((input.minutes[t] ?? 0) / 60) * (imported * (plan.importCt[t] ?? 0) - exported * (plan.exportCt[t] ?? 0))
  }
  expect(Math.abs(cost / 1e5 - plan.costEur) < 0.0005, `costs ${cost / 1e5} and not ${plan.costEur}`)
  const sums = { wear: 0, starts: 0, end: 0 }
  input.storages?.forEach((storage, index) => {
    const of = plan.storages[index]
    if (of === undefined || of.id !== storage.id) faults.push(`storage ${index} is missing`)
    else faults.push(...storageFaults(input, plan, storage, of, sums))
  })
  expect(Math.abs(sums.wear / 1e5 - plan.wearEur) < 0.0005, `wear ${sums.wear / 1e5} and not ${plan.wearEur}`)
  expect(Math.abs(sums.starts / 100 - plan.startsEur) < 0.0005, `starts ${sums.starts / 100} and not ${plan.startsEur}`)
  expect(Math.abs(sums.end / 1e5 - plan.endValueEur) < 0.0005, `end ${sums.end / 1e5} and not ${plan.endValueEur}`)
  return faults
}

function storageFaults(
  input: Input,
  plan: Plan,
  storage: InputStorage,
  of: Plan['storages'][number],
  sums: { wear: number; starts: number; end: number },
): string[] {
  const faults: string[] = []
  const name = `storage ${storage.id}`
  const expect = (isTrue: boolean, words: string) => {
    if (!isTrue) faults.push(`${name}: ${words}`)
  }
  const min = storage.minWh ?? 0
  let before = storage.contentWh
  let wasOn = storage.isCharging ?? false
  for (let t = 0; t < input.minutes.length; t++) {
    const hours = (input.minutes[t] ?? 0) / 60
    const [charge, discharge, content] = [of.chargeW[t] ?? 0, of.dischargeW[t] ?? 0, of.contentWh[t] ?? 0]
    const [imported, exported] = [plan.importW[t] ?? 0, plan.exportW[t] ?? 0]
    const missing = shortfallWh(plan, storage.id, 'draw', t)
    const leaves = hours * ((storage.drawW?.[t] ?? 0) + (storage.lossW ?? 0))
    const should =
      before +
      hours * (charge * (storage.chargeEfficiency ?? 1) - discharge / (storage.dischargeEfficiency ?? 1)) -
      leaves
    expect(Math.abs(should + missing - content) < 2 * wh, `step ${t} ends with ${content}, not ${should + missing}`)
    expect(missing <= leaves + wh, `step ${t} misses more than leaves`)
    expect(content >= min - wh || hasShortfall(plan, storage.id, 'min', t), `step ${t} ends below the least`)
    expect(content <= storage.maxWh + wh || hasShortfall(plan, storage.id, 'max', t), `step ${t} ends above the most`)
    const isConnected = storage.connected?.[t] !== 0
    expect(charge >= 0 && charge <= (isConnected ? storage.maxChargeW : 0) + w, `step ${t} charges ${charge}`)
    const most = isConnected ? (storage.maxDischargeW ?? 0) : 0
    expect(discharge >= 0 && discharge <= most + w, `step ${t} discharges ${discharge}`)
    expect(charge === 0 || discharge === 0, `step ${t} charges and discharges`)
    const endsFull = (storage.demandW?.[t] ?? 0) > 0 && content > storage.maxWh - 1
    expect(charge === 0 || endsFull || charge >= (storage.minChargeW ?? 0) - w, `step ${t} charges only ${charge}`)
    expect(storage.gridCharge !== false || charge === 0 || imported < w, `step ${t} charges from the grid`)
    expect(storage.gridDischarge === true || discharge === 0 || exported < w, `step ${t} discharges into the grid`)
    sums.wear += (hours * (charge + discharge) * (storage.wearCt ?? 0)) / 2
    if (charge > 0 && !wasOn) sums.starts += storage.startCt ?? 0
    wasOn = charge > 0
    before = content
  }
  sums.end += before * of.endCt
  for (const goal of storage.goals ?? []) {
    const step = lastStepBy(input, goal.at)
    if (step === undefined) continue
    const short = goal.contentWh - (of.contentWh[step] ?? 0)
    expect(
      short < 2 * wh || Math.abs(shortfallWh(plan, storage.id, 'goal', step) - short) < 1,
      `misses a goal silently`,
    )
  }
  return faults
}

function lastStepBy({ startsAt, minutes }: Input, at: string): number | undefined {
  let end = Date.parse(startsAt)
  let found: number | undefined
  minutes.forEach((length, t) => {
    end += length * 60_000
    if (end <= Date.parse(at)) found = t
  })
  return Date.parse(at) > end ? undefined : found
}

function shortfallWh(plan: Plan, storage: string | null, kind: string, step: number): number {
  return plan.shortfalls
    .filter(shortfall => shortfall.storage === storage && shortfall.kind === kind && shortfall.step === step)
    .reduce((all, shortfall) => all + shortfall.wh, 0)
}

function hasShortfall(plan: Plan, storage: string | null, kind: string, step: number): boolean {
  return shortfallWh(plan, storage, kind, step) > 0
}

/** The total cost of the plan in EUR. */
export function totalOf(sums: { costEur: number; wearEur: number; startsEur: number; endValueEur: number }): number {
  return sums.costEur + sums.wearEur + sums.startsEur - sums.endValueEur
}
