/** The planner's own thread, which ends when it is asked for the house `crash`. */
import { parentPort } from 'node:worker_threads'

parentPort?.on('message', ({ input }: { input: { id?: unknown } }) => {
  if (input.id === 'crash') process.exit(134)
})
await import('#server/energy/planner-thread.ts')
