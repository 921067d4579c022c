/** A worker thread: what the demo's main house did in a stretch under the optimiser. */
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { createHighsSolver } from '#energy/highs-solver.ts'
import { plannedSites } from './house-plans.ts'
import { controlledPowers, type YearPart } from './house-year-part.ts'

let isFaulty = false
const solve = await createHighsSolver(() => {
  isFaulty = true
})
// Of `keepYear`.
const { key, priority, ...part } = workerData as YearPart & { readonly key: string; readonly priority: number }
// On Linux of this thread alone.
if (process.platform === 'linux' && priority !== 0) setPriority(priority)
const site = plannedSites.find(planned => planned.key === key)
const powers = site && controlledPowers(site, part, solve)
parentPort?.postMessage(isFaulty ? undefined : powers)
