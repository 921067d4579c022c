/** The inside of a thread that `TaskThread` starts. */
import { parentPort } from 'node:worker_threads'

export type ThreadMessage<Answer> =
  | { readonly kind: 'ready' }
  | { readonly kind: 'working' }
  | { readonly kind: 'answer'; readonly answer: Answer; readonly isLast: boolean }

type Options<Answer> = {
  /** Memory that is handed over with the answer instead of copied. */
  readonly transfer?: (answer: Answer) => ArrayBuffer[]
  /** The thread is to be replaced after its answer. */
  readonly isLast?: () => boolean
}

/** Answers one task after the other. An error of `answerTo` ends the thread and is the cause of its ThreadError. */
export function answerTasks<Task, Answer>(
  answerTo: (task: Task) => Answer | Promise<Answer>,
  { transfer = () => [], isLast = () => false }: Options<Answer> = {},
): void {
  parentPort?.on('message', async (task: Task) => {
    const answer = await answerTo(task)
    post({ kind: 'answer', answer, isLast: isLast() }, transfer(answer))
  })
  post({ kind: 'ready' })
}

/** A sign of life during a long task. */
export function reportWork(): void {
  post({ kind: 'working' })
}

function post(message: ThreadMessage<unknown>, transferred: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transferred)
}
