/** The questions that the engine answers, by name. */
import type { Solver } from '#energy/linear-problem.ts'
import { type PlanOutput, plan } from '#energy/plan.ts'

export type Task = 'plan'

const answers: Readonly<Record<Task, (input: unknown, solve: Solver | undefined) => PlanOutput>> = { plan }

/** Without a solver the rules answer. */
export function answer(task: Task, input: unknown, solve: Solver | undefined): PlanOutput {
  return answers[task](input, solve)
}
