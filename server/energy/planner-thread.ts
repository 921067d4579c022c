/** A worker thread: answers one question of a planner after the other. The solver blocks it, never the portal. */
import { parentPort } from 'node:worker_threads'
import { createHighsSolver } from '#energy/highs-solver.ts'
import type { Solver } from '#energy/linear-problem.ts'
import { answer, type Task } from './energy-answers.ts'

let isFaulty = false
const solve = await createHighsSolver(() => {
  isFaulty = true
})
/** Reports every step of a long search, so that only silence counts as hanging. */
const reporting: Solver = (problem, options) => {
  parentPort?.postMessage({ kind: 'working' })
  return solve(problem, options)
}

parentPort?.on('message', ({ task, input }: { task: Task; input: unknown }) => {
  parentPort?.postMessage({ kind: 'answer', answer: answer(task, input, reporting), isFaulty })
})
parentPort?.postMessage({ kind: 'ready' })
