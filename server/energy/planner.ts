/**
 * Plans in a thread of its own. A thread that is silent for three times the limit is ended and replaced, one that
 * crashes is replaced, and the rules answer instead: callers get an answer, never an error.
 */
import { boundLimitFactor } from '#energy/bound.ts'
import { usualLimitMs } from '#energy/check-input.ts'
import { TaskThread } from '#server/threads/task-thread.ts'
import { type Answer, answer, type Task } from './energy-answers.ts'

export type Planner = {
  /** One question at a time; further ones wait. */
  ask(task: Task, input: unknown): Promise<Answer>
  /** Ends the thread. The rules answer the waiting questions. */
  close(): Promise<void>
}

export type Question = { readonly task: Task; readonly input: unknown }

/** A limit of a few milliseconds must not end a thread that only reads its question. */
const leastSilenceMs = 1000
/** A year of a house needs a third of it. A thread that needs more ends, and the portal continues. */
const usualMemoryMb = 1024

/**
 * @param threadFile another thread than the planner's own, for tests of faults
 * @param memoryMb the most that the thread may hold, without the solver's own memory
 */
export function createPlanner(
  threadFile = new URL('./planner-thread.ts', import.meta.url),
  memoryMb = usualMemoryMb,
): Planner {
  const thread = new TaskThread<Question, Answer>(threadFile, { name: 'plans', memoryMb, silenceMs: leastSilenceMs })
  return {
    ask: (task, input) =>
      thread.run({ task, input }, { silenceMs: silenceOf(task, input) }).catch(() => answer(task, input, undefined)),
    close: () => thread.stop(),
  }
}

function silenceOf(task: Task, input: unknown): number {
  const options = fieldOf(input, 'options')
  const limitMs = fieldOf(options, 'limitMs')
  const oneMs = typeof limitMs === 'number' && limitMs > 0 ? limitMs : usualLimitMs
  return Math.max(leastSilenceMs, 3 * oneMs * (task === 'simulate' ? boundLimitFactor : 1))
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : undefined
}
