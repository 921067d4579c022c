/** The planner's own thread, which ends when it is asked for the house `crash`. */
import { parentPort } from 'node:worker_threads'
import type { Question } from '#server/energy/planner.ts'
import '#server/energy/planner-thread.ts'

// Before the answer of the first listener is on its way.
parentPort?.on('message', ({ input }: Question) => {
  if (typeof input === 'object' && input !== null && 'id' in input && input.id === 'crash') process.exit(134)
})
