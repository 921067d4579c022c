/** One month of the back-test in a thread of its own. */
import { parentPort, workerData } from 'node:worker_threads'
import { backTest } from '#demo/house-back-test.ts'
import { createHighsSolver } from '#energy/highs-solver.ts'

const solve = await createHighsSolver(() => {
  throw new Error('the solver broke down')
})
parentPort?.postMessage(backTest(workerData.from, workerData.to, solve))
