/** A thread that checks SQLite files, and answers with their problems. */
import { checkIntegrity } from '#server/database/copies/check-integrity.ts'
import { openSqlite } from '#server/database/open.ts'
import { answerTasks } from '#server/threads/answer-tasks.ts'

answerTasks<string, string[]>(async file => {
  const database = openSqlite(file)
  try {
    return await checkIntegrity(database)
  } finally {
    await database.close()
  }
})
