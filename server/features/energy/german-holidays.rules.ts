/** Holidays of all German states: on them a house uses energy as on Sundays. */

const fixed: ReadonlySet<string> = new Set(['01-01', '05-01', '10-03', '12-25', '12-26'])
/** Days after Easter Sunday: Good Friday, Easter Monday, Ascension, Whit Monday. */
const afterEaster: ReadonlySet<number> = new Set([-2, 1, 39, 50])
const dayMs = 86_400_000

/** @param date `2026-04-06` */
export function isHoliday(date: string): boolean {
  if (fixed.has(date.slice(5))) return true
  return afterEaster.has(Math.round((Date.parse(date) - easterSunday(Number(date.slice(0, 4)))) / dayMs))
}

/** Saturday 6, Sunday and holidays 7, all other days 1. */
export function dayKind(date: string): 1 | 6 | 7 {
  const weekday = new Date(date).getUTCDay()
  if (weekday === 0 || isHoliday(date)) return 7
  return weekday === 6 ? 6 : 1
}

/** By the rule of Gauss as corrected by Lichtenberg, for the Gregorian calendar; midnight UTC. */
function easterSunday(year: number): number {
  const century = Math.floor(year / 100)
  const moon = 15 + Math.floor((3 * century + 3) / 4) - Math.floor((8 * century + 13) / 25)
  const sun = 2 - Math.floor((3 * century + 3) / 4)
  const cycle = year % 19
  const seed = (19 * cycle + moon) % 30
  const correction = Math.floor((seed + Math.floor(cycle / 11)) / 29)
  const fullMoon = 21 + seed - correction
  const firstSunday = 7 - ((year + Math.floor(year / 4) + sun) % 7)
  const distance = 7 - ((fullMoon - firstSunday) % 7)
  return Date.UTC(year, 2, fullMoon + distance)
}
