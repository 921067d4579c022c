/** The answer of the engine to a visitor's house, the same in the browser's worker, in the build and in tests. */
import { createHighsSolver } from '#energy/highs-solver.ts'
import type { Solver } from '#energy/linear-problem.ts'
import { type SimulatedSeries, simulate } from '#energy/simulate.ts'
import type { WhatIfAnswer, WhatIfHour, WhatIfResult } from './what-if-answer.ts'
import type { WhatIfHouse } from './what-if-house.ts'
import { startValueEur, whatIfTasks } from './what-if-tasks.ts'

/** Undefined if the browser cannot run it. `onFault` is called when the solver must not be used again. */
export async function loadSolver(onFault: () => void): Promise<Solver | undefined> {
  try {
    return await createHighsSolver(onFault)
  } catch {
    return undefined
  }
}

/** Without a solver the rules answer, and the answer indicates that. */
export function answerTo(house: WhatIfHouse, solve: Solver | undefined): WhatIfAnswer {
  const results: WhatIfResult[] = []
  let hours: WhatIfHour[] = []
  for (const { policy, input } of whatIfTasks(house)) {
    const output = simulate(input, solve)
    if (output.status === 'invalid' || output.series === undefined) throw new TypeError(JSON.stringify(output))
    const { totalEur, importWh, exportWh, shortfalls, series } = output
    results.push({
      policy,
      eur: round(totalEur + startValueEur(house), 4),
      importKwh: round(importWh / 1000, 3),
      exportKwh: round(exportWh / 1000, 3),
      missingKwh: round(shortfalls.reduce((sum, { wh }) => sum + wh, 0) / 1000, 3),
    })
    if (policy === 'optimiser') hours = hoursOf(input, series)
  }
  return { house, isByRules: solve === undefined, results, hours }
}

/** Means of two half hours. */
function hoursOf(input: { pvW: number[]; loadW: number[] }, series: SimulatedSeries): WhatIfHour[] {
  const mean = (list: readonly number[] | undefined, hour: number) =>
    round(((list?.[hour * 2] ?? 0) + (list?.[hour * 2 + 1] ?? 0)) / 2000, 2)
  const storage = (id: string) => series.storages.find(known => known.id === id)
  return Array.from({ length: 24 }, (_, hour) => ({
    hour,
    generationKw: mean(input.pvW, hour),
    houseKw: mean(input.loadW, hour),
    heatPumpKw: mean(storage('heat')?.chargeW, hour),
    wallboxKw: mean(storage('car')?.chargeW, hour),
    batteryKw: round(mean(storage('battery')?.chargeW, hour) - mean(storage('battery')?.dischargeW, hour), 2),
    gridKw: round(mean(series.importW, hour) - mean(series.exportW, hour), 2),
    batteryKwh: round((storage('battery')?.contentWh[hour * 2 + 1] ?? 0) / 1000, 2),
  }))
}

function round(value: number, digits: number): number {
  const factor = 10 ** digits
  return Math.round(value * factor) / factor || 0
}
