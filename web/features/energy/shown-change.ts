/** Changes between two displayed figures, so that a reader who recomputes them gets the same result. Pure. */

/** In whole percent, between energies in kWh; null if one is unknown, or from 0. */
export function percentChange(now: number | null, before: number | null): number | null {
  const [shown, other] = [hundredths(now), hundredths(before)]
  return shown === null || other === null || other === 0 ? null : whole(((shown - other) / other) * 100)
}

/** In percentage points, between shares from 0 to 1. */
export function pointChange(now: number | null, before: number | null): number | null {
  // A share is displayed in whole percent: its hundredths.
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

/** Avoids a negative zero. */
function whole(value: number): number {
  return Math.round(value) + 0
}
