/** Requests at even distances, from a thread of its own: other work of this process must not delay its clock. */
import { TaskThread } from '#server/threads/task-thread.ts'
import type { LoadRequest } from './load.ts'

export type PacedLoad = {
  readonly origin: string
  readonly requests: readonly LoadRequest[]
  readonly perSecond: number
  readonly seconds: number
}

const thread = new TaskThread<PacedLoad, number[]>(new URL('paced-load-thread.ts', import.meta.url), {
  name: 'paced load',
  silenceMs: 60_000,
})

/** The 99th percentile of the times until the answers, in milliseconds. */
export async function pacedP99Ms(load: PacedLoad): Promise<number> {
  const times = (await thread.run(load)).toSorted((a, b) => a - b)
  return times[Math.ceil(times.length * 0.99) - 1] ?? 0
}
