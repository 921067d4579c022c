/** Requests at even distances, from a thread of its own: other work of this process must not delay its clock. */
import { TaskThread } from '#server/threads/task-thread.ts'
import type { LoadRequest } from './load.ts'

export type PacedLoad = {
  readonly origin: string
  readonly requests: readonly LoadRequest[]
  readonly perSecond: number
  readonly seconds: number
}

/** Longer than any work takes: a new thread would be cold. */
const idleMs = 600_000

const thread = new TaskThread<PacedLoad, number[]>(new URL('paced-load-thread.ts', import.meta.url), {
  name: 'paced load',
  idleMs,
  silenceMs: 60_000,
})

/**
 * The 99th percentile of the times from when a request is due until its answer, in milliseconds: of five seconds at
 * fifty per second the third longest. A delay of only two of them is not seen.
 */
export async function pacedP99Ms(load: PacedLoad): Promise<number> {
  const times = (await thread.run(load)).toSorted((a, b) => a - b)
  const p99 = times[Math.ceil(load.perSecond * load.seconds * 0.99) - 1]
  if (p99 === undefined) throw new Error(`Only ${times.length} requests were sent.`)
  return p99
}
