/** Changes between two figures as they are shown, so that a reader who computes them again gets the same. Pure. */

/** In whole percent, between energies in kWh; null where one is not known, and from nothing. */
export function percentChange(now: number | null, before: number | null): number | null {
  const [shown, other] = [hundredths(now), hundredths(before)]
  return shown === null || other === null || other === 0 ? null : whole(((shown - other) / other) * 100)
}

/** In percentage points, between shares of 1. */
export function pointChange(now: number | null, before: number | null): number | null {
  // A share is shown in whole percent: its hundredths.
  const [shown, other] = [hundredths(now), hundredths(before)]
  return shown === null || other === null ? null : shown - other
}

/** In EUR. */
export function costChange(now: number | null, before: number | null): number | null {
  const [shown, other] = [hundredths(now), hundredths(before)]
  return shown === null || other === null ? null : (shown - other) / 100
}

function hundredths(value: number | null): number | null {
  return value === null ? null : whole(value * 100)
}

/** Without a zero that is negative. */
function whole(value: number): number {
  return Math.round(value) + 0
}
