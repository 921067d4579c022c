import { parseGermanNumber } from './format.ts'

/**
 * Parses working time as people type it, in hours: `1,5`, `1.5`, `1:30`, `0:45`, `90m`, `90 min`, `1h30`, `1 h 30 min`.
 * Minutes become hours with the two decimals of the API (20 minutes are 0.33 hours). Undefined if it is not a duration or
 * is ambiguous: `1:5`, `1h90`, and with a colon a time no clock shows (`25:00`).
 */
export function parseHours(text: string): number | undefined {
  const bare = text.replace(/[\s\u00a0\u202f]/g, '').toLowerCase()
  for (const spelling of spellings) {
    const parts = spelling.exec(bare)?.groups
    if (parts) return hoursOfMinutes(Number(parts.hours || 0) * 60 + Number(parts.minutes))
  }
  return /^[+\d.,]+$/.test(bare.replace(hourWord, '')) ? parseGermanNumber(bare.replace(hourWord, '')) : undefined
}

/** Minutes of work as hours with two decimals, as in the API. */
export function hoursOfMinutes(minutes: number): number {
  return Math.round((minutes * 100) / 60) / 100
}

const hourWord = /(?:h|std\.?|stunden?)$/
/** With a colon, in minutes, and with both units. */
const spellings = [
  /^(?<hours>[01]?\d|2[0-3]|):(?<minutes>[0-5]\d)(?:h|std\.?|stunden?)?$/,
  /^(?<minutes>\d+)(?:m|min\.?|minuten?)$/,
  /^(?<hours>\d+)(?:h|std\.?|stunden?)(?<minutes>[0-5]?\d)(?:m|min\.?|minuten?)?$/,
]
