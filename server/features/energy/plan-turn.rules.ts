/** The pause between the plans of a quarter-hour, in ms. */

/** A plan keeps a processor busy: the rest of the portal gets it five sixths of the time, while there is time. */
const restFactor = 5
/** Where the machine is so slow, it needs the next plan more than the pause. */
const restMsMax = 1_000
/** The share of what is left of the quarter-hour in which its plans are to be made. */
const plannedWithin = 2 / 3

type Turn = {
  /** What the last plan took. */
  readonly workMs: number
  /** Until the quarter-hour ends. */
  readonly leftMs: number
  readonly sitesLeft: number
}

export function restMs({ workMs, leftMs, sitesLeft }: Turn): number {
  if (sitesLeft === 0) return 0
  const spareMs = (plannedWithin * leftMs) / sitesLeft - workMs
  return Math.max(0, Math.min(restFactor * workMs, restMsMax, spareMs))
}
