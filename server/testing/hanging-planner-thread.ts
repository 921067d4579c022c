/** A planner's thread whose solver never comes back. */
import { parentPort } from 'node:worker_threads'

parentPort?.on('message', () => {
  for (;;);
})
parentPort?.postMessage({ kind: 'ready' })
