/** A planner's thread that ends in the middle of its work, as when memory runs out. */
import { parentPort } from 'node:worker_threads'

parentPort?.on('message', () => process.exit(134))
parentPort?.postMessage({ kind: 'ready' })
