/** The last twelve months (`YYYY-MM`) up to that of a calendar date, oldest first. */
export function lastTwelveMonths(date: string): string[] {
  const [year = 0, month = 1] = date.split('-').map(Number)
  return Array.from({ length: 12 }, (_, index) => monthOf(year * 12 + month - 1 - (11 - index)))
}

function monthOf(count: number): string {
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`
}
