import { berlinDate } from './format.ts'

/** This month and those before it (`YYYY-MM`), newest first. */
export function latestMonths(count: number): string[] {
  const [year = 0, month = 0] = berlinDate().split('-').map(Number)
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  )
}
