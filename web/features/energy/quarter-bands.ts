/** The geometry of stacked quarter-hours. Pure. */
import { scaleSteps } from '#web/components/display/scale-steps.ts'

/** A part between two values, over quarter-hours without a change. */
export type Band = { part: number; from: number; to: number; low: number; high: number }

export type Scale = { top: number; bottom: number; steps: number[]; toY: (value: number) => number }

/** Stacks parts upwards, those below zero downwards, and joins equal neighbours. */
export function bandsOf(parts: readonly (readonly number[])[]): Band[] {
  const count = parts[0]?.length ?? 0
  const open: (Band | undefined)[] = parts.map(() => undefined)
  const bands: Band[] = []
  for (let index = 0; index < count; index++) {
    let [above, below] = [0, 0]
    parts.forEach((values, part) => {
      const value = values[index] ?? 0
      const [low, high] = value >= 0 ? [above, above + value] : [below + value, below]
      if (value >= 0) above = high
      else below = low
      const last = open[part]
      if (last !== undefined && last.low === low && last.high === high) {
        last.to = index + 1
        return
      }
      const band = { part, from: index, to: index + 1, low, high }
      open[part] = band
      bands.push(band)
    })
  }
  return bands.filter(({ low, high }) => high > low)
}

/** Round values that enclose all stacks and lines, including zero. */
export function scaleOf(
  parts: readonly (readonly number[])[],
  lines: readonly (readonly (number | null)[])[],
  atLeast: number,
): Omit<Scale, 'toY'> {
  const bands = bandsOf(parts)
  const values = lines.flat().filter(value => value !== null)
  const highest = Math.max(0, atLeast, ...bands.map(({ high }) => high), ...values)
  const lowest = Math.min(0, ...bands.map(({ low }) => low), ...values)
  const upper = scaleSteps(Math.max(highest, -lowest / 4))
  const step = upper[1] ?? 1
  const below = Array.from({ length: Math.ceil(-lowest / step - 1e-9) }, (_, index) => -(index + 1) * step)
  const steps = [...below.reverse(), ...upper]
  return { top: steps.at(-1) ?? 1, bottom: steps[0] ?? 0, steps }
}
