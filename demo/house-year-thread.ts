/** The thread that computes a past period of a house of the demo under the optimiser. */
import { setPriority } from 'node:os'
import { createHighsSolver } from '#energy/highs-solver.ts'
import { answerTasks } from '#server/threads/answer-tasks.ts'
import { plannedSites } from './house-plans.ts'
import { type ControlledSlot, controlledPowers, type YearTask } from './house-year-part.ts'

let isFaulty = false
const solve = await createHighsSolver(() => {
  isFaulty = true
})

answerTasks<YearTask, readonly ControlledSlot[] | undefined>(
  ({ key, priority, part }) => {
    // On Linux it is the priority of this thread alone.
    if (process.platform === 'linux' && priority !== 0) setPriority(priority)
    const site = plannedSites.find(planned => planned.key === key)
    const powers = site && controlledPowers(site, part, solve)
    return isFaulty ? undefined : powers
  },
  { isLast: () => isFaulty },
)
