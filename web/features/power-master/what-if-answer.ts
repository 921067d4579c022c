/** The answer of the engine to a visitor's house: one result for each policy, and PowerMaster's day by the hour. */
import type { WhatIfHouse } from './what-if-house.ts'
import type { WhatIfPolicy } from './what-if-tasks.ts'

export type WhatIfResult = {
  policy: WhatIfPolicy
  /** The cost of the day; the content of the storages at its end is valued as at its start. */
  eur: number
  importKwh: number
  exportKwh: number
  /** Energy missing for a departure or the heat. */
  missingKwh: number
}

/** Mean powers of an hour; the content at its end. */
export type WhatIfHour = {
  hour: number
  generationKw: number
  houseKw: number
  heatPumpKw: number
  wallboxKw: number
  /** Positive charges. */
  batteryKw: number
  /** Positive is drawn from the grid. */
  gridKw: number
  batteryKwh: number
}

export type WhatIfAnswer = {
  house: WhatIfHouse
  isByRules: boolean
  results: readonly WhatIfResult[]
  hours: readonly WhatIfHour[]
}

export function resultOf({ results }: Pick<WhatIfAnswer, 'results'>, policy: WhatIfPolicy): WhatIfResult {
  const found = results.find(result => result.policy === policy)
  if (found === undefined) throw new RangeError(`no result of ${policy}`)
  return found
}
