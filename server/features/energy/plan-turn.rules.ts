/** The pause between the plans of a quarter-hour, in ms. */

/** A plan keeps a processor busy: the rest of the portal gets it seven eighths of the time, while there is time. */
const restFactor = 7
/** Where the machine is so slow, it needs the next plan more than the pause. */
const restMsMax = 3_000
/** The share of what is left of the quarter-hour in which its plans are to be made. */
const plannedWithin = 2 / 3

type Turn = {
  /** What the last plan took. */
  readonly workMs: number
  /** What the plans so far took on average. */
  readonly meanWorkMs: number
  /** Until the quarter-hour ends. */
  readonly leftMs: number
  readonly sitesLeft: number
}

/** In proportion to the last plan: a long one is to burden the portal no more than several short ones. */
export function restMs({ workMs, meanWorkMs, leftMs, sitesLeft }: Turn): number {
  if (sitesLeft === 0) return 0
  const spareFactor = (plannedWithin * leftMs) / (meanWorkMs * sitesLeft) - 1
  return Math.max(0, Math.min(workMs * Math.min(restFactor, spareFactor), restMsMax))
}
