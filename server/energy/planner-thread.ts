/** The planner's thread: the solver blocks it, never the portal. */
import { setPriority } from 'node:os'
import { createHighsSolver } from '#energy/highs-solver.ts'
import type { Solver } from '#energy/linear-problem.ts'
import { answerTasks, reportWork } from '#server/threads/answer-tasks.ts'
import { type Answer, answer } from './energy-answers.ts'
import type { Question } from './planner.ts'

/** Requests go before plans, which have a quarter-hour. On Linux the priority is that of this thread alone. */
const priority = 5
if (process.platform === 'linux') setPriority(priority)

let isFaulty = false
const solve = await createHighsSolver(() => {
  isFaulty = true
})
/** Reports every step of a long search, so that only silence counts as hanging. */
const reporting: Solver = (problem, options) => {
  reportWork()
  return solve(problem, options)
}

answerTasks<Question, Answer>(({ task, input }) => answer(task, input, reporting), { isLast: () => isFaulty })
