/** A thread that runs statements on the given SQLite file. */
import { existsSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { answerTasks } from '#server/threads/answer-tasks.ts'
import { SqliteSession } from './sqlite-session.ts'
import type { StatementAnswer, StatementTask } from './sqlite-thread.ts'

const file = String(workerData)
// It would be created, and readable by everybody.
if (!existsSync(file)) throw new Error(`There is no file ${file}`)
const session = new SqliteSession(file)

answerTasks<StatementTask, StatementAnswer>(task => {
  if (task === 'close') {
    session.database.close()
    return { rows: [] }
  }
  try {
    return session.execute(task.sql, task.parameters)
  } catch (error) {
    // A message between threads keeps only the text of an error.
    if (!(error instanceof Error)) throw error
    return { message: error.message, errcode: 'errcode' in error ? Number(error.errcode) : undefined }
  }
})
