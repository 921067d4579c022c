/** Selects the readings that are read around others. Pure. */
import { neighboursMax } from './touched-slots.rules.ts'

/**
 * How many readings are read on either side. `many` mostly decide which readings of a counter are outliers; where several
 * senders, repeated values or outliers leave that open, more are read.
 */
export const neighbourCounts = { one: 1, many: neighboursMax, wide: 12 * neighboursMax, widest: 144 * neighboursMax }
export type Neighbours = keyof typeof neighbourCounts

/** What to read if that was not enough; null where no more is read. */
export const widerThan = { one: null, many: 'wide', wide: 'widest', widest: null } as const

/** Instants in order, in groups of which each is more than `apartMs` after the one before. */
export function groupByDistance(
  ats: readonly number[],
  apartMs: number | ((one: number, next: number) => number),
): number[][] {
  const apart = typeof apartMs === 'number' ? () => apartMs : apartMs
  const groups: number[][] = []
  for (const at of ats.toSorted((one, other) => one - other)) {
    const last = groups.at(-1)
    const before = last?.at(-1)
    if (last === undefined || before === undefined || at - before > apart(before, at)) groups.push([at])
    else last.push(at)
  }
  return groups
}

/** The readings of stretches that may overlap, in order, each once. */
export function joinStretches<Reading extends { readonly at_ms: number }>(
  stretches: readonly (readonly Reading[])[],
): Reading[] {
  const byInstant = new Map(stretches.flat().map(reading => [reading.at_ms, reading]))
  return [...byInstant.values()].sort((one, other) => one.at_ms - other.at_ms)
}

type Near = readonly { readonly at_ms: number; readonly value_millionths: number }[]
type Around = { readonly from: number; readonly to: number; readonly neighbours: Neighbours }

/** On which sides of a stretch there may be unread readings. */
export function openSides(near: Near, { from, to, neighbours }: Around): { isBefore: boolean; isAfter: boolean } {
  const count = neighbourCounts[neighbours]
  return {
    isBefore: near.filter(({ at_ms }) => at_ms < from).length >= count,
    isAfter: near.filter(({ at_ms }) => at_ms >= to).length >= count,
  }
}

/**
 * Whether readings around a stretch hold as many plateaus as can be outliers, or are all there are. If the nearest ones
 * rise throughout, half as many are enough: those beyond are near, and reading on with each push costs too much.
 */
export function isEnoughToMark(near: Near, stretch: Around): boolean {
  const open = openSides(near, stretch)
  const isFull = (side: Near) => {
    const rises = side
      .slice(1)
      .map(({ value_millionths }, place) => value_millionths - (side[place]?.value_millionths ?? 0))
    const plateaus = rises.filter(rise => rise !== 0).length + 1
    const isRising = stretch.neighbours === 'many' && rises.every(rise => rise >= 0)
    return plateaus >= (isRising ? neighboursMax / 2 : neighboursMax)
  }
  return (
    (!open.isBefore || isFull(near.filter(({ at_ms }) => at_ms < stretch.from))) &&
    (!open.isAfter || isFull(near.filter(({ at_ms }) => at_ms >= stretch.to)))
  )
}

/** Whether the readings next to a stretch have the same value as the whole stretch: its plateau only continues. */
export function goesOn(near: Near, { from, to }: Around, values: ReadonlySet<number>): boolean {
  const next = [near.findLast(({ at_ms }) => at_ms < from), near.find(({ at_ms }) => at_ms >= to)]
  const within = near.filter(({ at_ms }) => at_ms >= from && at_ms < to)
  const known = [...next, ...within].flatMap(reading => (reading === undefined ? [] : [reading.value_millionths]))
  return new Set([...values, ...known]).size === 1
}

export type PlateauEnd = { readonly side: 'before' | 'after'; readonly at: number; readonly value: number }

/**
 * The outermost reading on each side of a stretch (`from` until before `to`) with `count` neighbours of one value: its
 * plateau may continue there.
 */
export function plateauEnds(near: Near, { from, to }: { from: number; to: number }, count: number): PlateauEnd[] {
  const sides = [
    ['before', near.filter(({ at_ms }) => at_ms < from)],
    ['after', near.filter(({ at_ms }) => at_ms >= to).toReversed()],
  ] as const
  return sides.flatMap(([side, [end, ...rest]]) => {
    const isPlateau = rest.length >= count - 1 && rest.every(each => each.value_millionths === end?.value_millionths)
    return end !== undefined && isPlateau ? [{ side, at: end.at_ms, value: end.value_millionths }] : []
  })
}
