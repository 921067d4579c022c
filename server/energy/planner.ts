/**
 * Plans in a thread of its own. A thread that is silent for three times the limit is ended and replaced, one that
 * crashes is replaced, and the rules answer instead: callers get an answer, never an error.
 */
import { Worker } from 'node:worker_threads'
import { boundLimitFactor } from '#energy/bound.ts'
import { type Answer, answer, type Task } from './energy-answers.ts'

export type Planner = {
  /** One question at a time; further ones wait. */
  ask(task: Task, input: unknown): Promise<Answer>
  close(): Promise<void>
}

type Message = { kind: 'ready' } | { kind: 'working' } | { kind: 'answer'; answer: Answer; isFaulty: boolean }

const usualLimitMs = 2000
/** A limit of a few milliseconds must not end a thread that only reads its question. */
const leastSilenceMs = 1000
const startMs = 30_000
/** A year of a house needs a third of it. A thread that wants more ends, and the portal around it goes on. */
const usualMemoryMb = 1024

/**
 * @param threadFile another thread than the planner's own, for tests of faults
 * @param memoryMb the most that the thread may hold, without the solver's own memory
 */
export function createPlanner(
  threadFile = new URL('./planner-thread.ts', import.meta.url),
  memoryMb = usualMemoryMb,
): Planner {
  let thread: Worker | undefined
  let last: Promise<unknown> = Promise.resolve()

  const ask = async (task: Task, input: unknown): Promise<Answer> => {
    thread ??= await startThread(threadFile, memoryMb)
    const message = thread && (await question(thread, { task, input }, silenceOf(task, input)))
    if (message !== undefined && !message.isFaulty) return message.answer
    await thread?.terminate()
    thread = undefined
    return message?.answer ?? answer(task, input, undefined)
  }
  return {
    ask: (task, input) => {
      const turn = last.then(() => ask(task, input))
      last = turn
      return turn
    },
    close: async () => {
      await last
      await thread?.terminate()
      thread = undefined
    },
  }
}

/** Undefined when the thread does not come up: then the rules answer. */
async function startThread(file: URL, memoryMb: number): Promise<Worker | undefined> {
  const thread = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
  // A fault between two questions shows as a missing answer to the next one.
  thread.on('error', () => undefined)
  const message = await lastMessage(thread, startMs)
  if (message?.kind === 'ready') return thread
  await thread.terminate()
  return undefined
}

/** The answer, or undefined when the thread ends or is silent for too long. */
async function question(thread: Worker, asked: { task: Task; input: unknown }, silenceMs: number) {
  thread.postMessage(asked)
  const message = await lastMessage(thread, silenceMs)
  return message?.kind === 'answer' ? message : undefined
}

/** The first message that is not a sign of work; undefined when the thread ends, or is silent for too long. */
function lastMessage(thread: Worker, silenceMs: number): Promise<Message | undefined> {
  return new Promise(resolve => {
    const done = (message?: Message) => {
      clearTimeout(timer)
      thread.off('message', heard)
      thread.off('exit', ended)
      resolve(message)
    }
    const ended = () => done()
    const heard = (message: Message) => (message.kind === 'working' ? void timer.refresh() : done(message))
    const timer = setTimeout(ended, silenceMs)
    thread.on('message', heard)
    thread.once('exit', ended)
  })
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
