/** The pause between the plans of a quarter-hour, in ms. */

/** A plan keeps a processor busy: if time allows, the rest of the portal gets it seven eighths of the time. */
const restFactor = 7
/** On a machine this slow, the next plan matters more than the pause. */
const restMsMax = 3_000
/** The share of the remaining quarter-hour within which its plans are to be made. */
const plannedWithin = 2 / 3

type Turn = {
  /** Duration of the last plan. */
  readonly workMs: number
  /** Mean duration of the plans so far. */
  readonly meanWorkMs: number
  /** Until the quarter-hour ends. */
  readonly leftMs: number
  readonly sitesLeft: number
}

/** The pause is proportional to the last plan: a long one burdens the portal no more than several short ones. */
export function restMs({ workMs, meanWorkMs, leftMs, sitesLeft }: Turn): number {
  if (sitesLeft === 0) return 0
  const spareFactor = (plannedWithin * leftMs) / (meanWorkMs * sitesLeft) - 1
  return Math.max(0, Math.min(workMs * Math.min(restFactor, spareFactor), restMsMax))
}
