/** A planner's thread that wants more memory than it may have. */
import { parentPort } from 'node:worker_threads'

const kept: number[][] = []

parentPort?.on('message', () => {
  for (;;) kept.push(new Array<number>(100_000).fill(Math.PI))
})
parentPort?.postMessage({ kind: 'ready' })
