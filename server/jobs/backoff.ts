import { hourMs, minuteMs } from '#server/clock.ts'

/** After this many failed tries it is given up and left for the admin. */
export const triesMax = 8

const waits = [1, 5, 15, 60, 180, 360, 720].map(minutes => minutes * minuteMs)
const longestMs = 12 * hourMs
/** Jitter: jobs that failed together do not return together. */
const jitter = 0.2

/** The wait after the given number of failed tries: 1 minute to 12 hours, up to a fifth more or less. */
export function backoffMs(tries: number, random: () => number = Math.random): number {
  const wait = waits[tries - 1] ?? longestMs
  return Math.round(Math.min(wait, longestMs) * (1 + jitter * (2 * random() - 1)))
}
