/** Pay under the Renewable Energy Sources Act (EEG) for surplus of a roof plant, by its day of commissioning. Pure. */

/** Net ct/kWh for the share of the power up to 10, 40 and 100 kWp (§ 48 EEG, published by the Bundesnetzagentur). */
type FeedInRates = { readonly from: string; readonly ct: readonly [number, number, number] }

const steps = [10, 40, 100] as const
const rates: readonly FeedInRates[] = [
  { from: '2022-07-30', ct: [8.2, 7.1, 5.8] },
  { from: '2024-02-01', ct: [8.11, 7.03, 5.74] },
  { from: '2024-08-01', ct: [8.03, 6.95, 5.68] },
  { from: '2025-02-01', ct: [7.94, 6.88, 5.62] },
  { from: '2025-08-01', ct: [7.86, 6.8, 5.56] },
  { from: '2026-02-01', ct: [7.78, 6.73, 5.5] },
]
/** From this day on no rates are known here. */
const knownUntil = '2026-08-01'

/**
 * The pay of a plant in ct/kWh to 0.01, the mean of the rates by share of its power. null: the day, the power or the rates
 * are unknown, or the plant is larger than those that are paid a fixed rate.
 */
export function feedInCtOf(commissionedOn: string | null, kwp: number): number | null {
  if (commissionedOn === null || commissionedOn >= knownUntil || kwp <= 0 || kwp > 100) return null
  const ct = rates.findLast(({ from }) => from <= commissionedOn)?.ct
  if (ct === undefined) return null
  const paid = steps.map((top, index) => Math.max(0, Math.min(kwp, top) - (steps[index - 1] ?? 0)) * (ct[index] ?? 0))
  return Math.round((paid.reduce((all, part) => all + part, 0) / kwp) * 100) / 100
}
