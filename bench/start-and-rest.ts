/** The cost of a start: the time until it answers on existing data, and its memory afterwards. */
import { setTimeout as delay } from 'node:timers/promises'
import { memoryMb, type Target } from './servers.ts'

export const startMsMax = 1_500
const memoryMbMax = 150
/** Until memory needed only for the start is released. */
const restMs = 5_000

export type AtRest = { startMs: number; memoryMb: number; text: string }

/** Call before any load. */
export async function atRest({ startedInMs, process }: Target): Promise<AtRest> {
  await delay(restMs)
  const startMs = Math.round(startedInMs)
  const mb = memoryMb(process)
  const text = `start to ready on existing data ${startMs} ms (at most ${startMsMax}), memory at rest ${mb} MB (at most ${memoryMbMax})`
  return { startMs, memoryMb: mb, text }
}

export function isKept(rest: AtRest): boolean {
  return rest.startMs <= startMsMax && rest.memoryMb <= memoryMbMax
}
