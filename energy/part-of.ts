/** A part of a longer situation as a situation of its own, for a plan made in its middle. */
import type { PriceSource } from './check-input.ts'
import { usualEndCt } from './check-storage.ts'
import { at, type Goal, type Situation, type Storage, sum } from './situation.ts'

/** Consecutive steps of the longer situation that are one step of the part; `to` exclusive. */
export type Block = { from: number; to: number }

/** Lists whose first entry belongs to the step `from` of the longer situation. */
export type From<Lists> = Lists & { from: number }

export type PartOptions = {
  blocks: readonly Block[]
  startsAt: string
  expected: From<{ loadW: readonly number[]; pvW: readonly number[] }>
  prices: From<ReturnType<PriceSource>>
  /** The content and the activity of each storage at the beginning. */
  contents: readonly number[]
  isCharging: readonly boolean[]
  /** The previous plan of each storage. */
  previous: From<{ powerW: readonly (readonly number[])[] }> | undefined
  /** The value of the content of each storage at the end; null as in an input. */
  endCt: readonly (number | null)[]
}

export function partOf(whole: Situation, options: PartOptions): Situation {
  const { blocks, expected, prices } = options
  const mean = meansOf(whole, blocks)
  const minutes = blocks.map(({ from, to }) => sum(whole.minutes.slice(from, to)))
  const importCt = mean(prices.importCt, prices.from)
  return {
    ...whole,
    startsAt: options.startsAt,
    minutes,
    hours: minutes.map(length => length / 60),
    loadW: mean(expected.loadW, expected.from),
    pvW: mean(expected.pvW, expected.from),
    importCt,
    exportCt: mean(prices.exportCt, prices.from),
    isPriceEstimated: blocks.map(({ from, to }) =>
      prices.isPriceEstimated.slice(from - prices.from, to - prices.from).includes(true),
    ),
    storages: whole.storages.map((storage, index) => partOfStorage(whole, storage, index, options, importCt)),
  }
}

function partOfStorage(
  whole: Situation,
  storage: Storage,
  index: number,
  { blocks, contents, isCharging, previous, endCt }: PartOptions,
  importCt: readonly number[],
): Storage {
  const mean = meansOf(whole, blocks)
  return {
    ...storage,
    contentWh: at(contents, index),
    isCharging: at(isCharging, index),
    chargeEfficiency: mean(storage.chargeEfficiency),
    isConnected: blocks.map(({ from, to }) => !storage.isConnected.slice(from, to).includes(false)),
    drawW: mean(storage.drawW),
    demandW: mean(storage.demandW),
    chargeLimitW: blocks.map(({ from, to }) => leastOf(storage.chargeLimitW.slice(from, to))),
    ordered: blocks.map(({ from }) => at(storage.ordered, from)),
    goals: goalsWithin(storage.goals, blocks),
    previousW: blocks.map(({ from, to }) => {
      const known = previous?.powerW[index]?.slice(from - previous.from, to - previous.from) ?? []
      return known.length < to - from ? null : sum(known) / known.length
    }),
    endCt: at(endCt, index) ?? usualEndCt(storage, importCt),
  }
}

function leastOf(limits: readonly (number | null)[]): number | null {
  const known = limits.filter(limit => limit !== null)
  return known.length === 0 ? null : Math.min(...known)
}

/** Each goal at the end of the last block that ends by then. */
function goalsWithin(goals: readonly Goal[], blocks: readonly Block[]): Goal[] {
  const end = at(blocks, blocks.length - 1).to
  return goals.flatMap(goal => {
    const step = goal.step < end ? blocks.findLastIndex(({ to }) => to - 1 <= goal.step) : -1
    return step === -1 ? [] : [{ ...goal, step }]
  })
}

/** Means by time over each block, of a list whose first entry belongs to the step `start`. */
function meansOf({ minutes }: Situation, blocks: readonly Block[]) {
  return (list: readonly number[], start = 0): number[] =>
    blocks.map(({ from, to }) => {
      if (to - from === 1) return at(list, from - start)
      const lengths = minutes.slice(from, to)
      return sum(lengths.map((length, index) => length * at(list, from + index - start))) / sum(lengths)
    })
}

/** The steps up to the horizon; beyond `fineMinutes` joined to hours wherever nothing begins or ends within one. */
export function blocksAhead(
  { minutes, storages }: Situation,
  from: number,
  { horizonMinutes, fineMinutes }: { horizonMinutes: number; fineMinutes: number },
): Block[] {
  const blocks: Block[] = []
  let ahead = 0
  let start = from
  let joined = 0
  for (let step = from; step < minutes.length && ahead < horizonMinutes; step++) {
    ahead += at(minutes, step)
    joined += at(minutes, step)
    const next = minutes[step + 1]
    const isHour = next === undefined || ahead >= horizonMinutes || joined + next > hourMinutes
    if (isHour || ahead < fineMinutes || storages.some(storage => changesAfter(storage, step))) {
      blocks.push({ from: start, to: step + 1 })
      start = step + 1
      joined = 0
    }
  }
  return blocks
}

const hourMinutes = 60

function changesAfter({ isConnected, goals }: Storage, step: number): boolean {
  return isConnected[step] !== isConnected[step + 1] || goals.some(goal => goal.step === step)
}

/** Every step alone. */
export function stepsBetween(from: number, to: number): Block[] {
  return Array.from({ length: to - from }, (_, index) => ({ from: from + index, to: from + index + 1 }))
}
