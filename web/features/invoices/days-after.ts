/** A calendar date some days later; empty for what is no date. */
export function daysAfter(date: string, days: number): string {
  const at = Date.parse(`${date}T12:00:00Z`)
  return Number.isNaN(at) ? '' : new Date(at + days * 86_400_000).toISOString().slice(0, 10)
}
