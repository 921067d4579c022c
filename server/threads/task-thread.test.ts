import { afterEach, expect, test } from 'vitest'
import { TaskThread } from './task-thread.ts'

const inside = new URL('./answer-tasks.ts', import.meta.url).href
let thread: TaskThread<string, number>
afterEach(() => thread.stop())

function start(code: string): void {
  const file = `import { answerTasks } from ${JSON.stringify(inside)}; ${code}`
  thread = new TaskThread(new URL(`data:text/javascript,${encodeURIComponent(file)}`), {
    name: 'tests',
    silenceMs: 60_000,
  })
}

test('one thread answers one task after the other', async () => {
  start('let count = 0; answerTasks(async () => ++count)')
  expect(await Promise.all(['a', 'b', 'c'].map(task => thread.run(task)))).toEqual([1, 2, 3])
})

test('an error thrown in a thread is the cause of the task error, and the next task gets a new thread', async () => {
  start("let count = 0; answerTasks(task => { if (task === 'bad') throw new RangeError('too bad'); return ++count })")
  const answers = Promise.all([thread.run('good'), thread.run('good')])
  const failed = thread.run('bad')
  const next = thread.run('good')
  expect(await answers).toEqual([1, 2])
  await expect(failed).rejects.toMatchObject({
    name: 'ThreadError',
    code: 'thread_ended',
    cause: { name: 'RangeError', message: 'too bad' },
  })
  expect(await next).toBe(1)
})

test('a thread that gives its last answer is replaced', async () => {
  start('let count = 0; answerTasks(() => ++count, { isLast: () => true })')
  expect(await Promise.all([thread.run('a'), thread.run('b')])).toEqual([1, 1])
})

test('a thread that does not start fails its task', async () => {
  start("throw new Error('no thread')")
  await expect(thread.run('a')).rejects.toMatchObject({ code: 'thread_ended', cause: { message: 'no thread' } })
})
