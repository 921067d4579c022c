/** A thread that runs statements on the given SQLite file. */
import { workerData } from 'node:worker_threads'
import { answerTasks } from '#server/threads/answer-tasks.ts'
import { SqliteSession } from './sqlite-session.ts'
import type { StatementAnswer, StatementTask } from './sqlite-thread.ts'

const session = new SqliteSession(String(workerData))

answerTasks<StatementTask, StatementAnswer>(task => {
  if (task === 'close') {
    session.database.close()
    return { rows: [] }
  }
  try {
    return session.execute(task.sql, task.parameters)
  } catch (error) {
    // A message between threads keeps of an error only its text.
    if (error instanceof Error && 'errcode' in error) return { message: error.message, errcode: Number(error.errcode) }
    throw error
  }
})
