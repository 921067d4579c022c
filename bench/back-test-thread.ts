/** The thread of the back-test: one month after the other. */
import { type BackTest, backTest } from '#demo/house-back-test.ts'
import { createHighsSolver } from '#energy/highs-solver.ts'
import { answerTasks } from '#server/threads/answer-tasks.ts'

const solve = await createHighsSolver(() => {
  throw new Error('the solver broke down')
})

answerTasks<{ from: string; to: string }, BackTest>(({ from, to }) => backTest(from, to, solve))
