/**
 * Numbers in German notation: `1.234,5`. Without Intl, whose first use takes the browser about 15 ms while the homepage
 * renders.
 */

/** A number with between `decimalsMin` and `decimalsMax` decimals: `6,4`. */
export function formatNumber(value: number, decimalsMin = 0, decimalsMax = 2): string {
  const [whole = '', decimals = ''] = Math.abs(value).toFixed(Math.max(decimalsMin, decimalsMax)).split('.')
  const kept = decimals.slice(0, decimalsMin) + decimals.slice(decimalsMin).replace(/0+$/, '')
  const sign = value < 0 && /[1-9]/.test(whole + kept) ? '-' : ''
  return sign + whole.replace(/\B(?=(\d{3})+$)/g, '.') + (kept && `,${kept}`)
}

/** A share as a whole percentage: `64 %`. */
export function formatPercent(share: number): string {
  return `${formatNumber(share * 100, 0, 0)}\u00a0%`
}
