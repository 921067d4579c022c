/** The questions that the engine answers, by name. */
import type { Solver } from '#energy/linear-problem.ts'
import { type PlanOutput, plan } from '#energy/plan.ts'
import { type SimulateOutput, simulate } from '#energy/simulate.ts'

export const tasks = ['plan', 'simulate'] as const
export type Task = (typeof tasks)[number]
export type Answer = PlanOutput | SimulateOutput

const answers: Readonly<Record<Task, (input: unknown, solve: Solver | undefined) => Answer>> = { plan, simulate }

/** Without a solver the rules answer. */
export function answer(task: Task, input: unknown, solve: Solver | undefined): Answer {
  return answers[task](input, solve)
}
