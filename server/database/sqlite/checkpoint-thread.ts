/** A thread that copies what the write-ahead log of the given SQLite file holds into the file, whenever it is asked. */
import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'
import { answerTasks } from '#server/threads/answer-tasks.ts'

const database = new DatabaseSync(String(workerData))

// Passive: waits for nobody, and nobody waits for it.
answerTasks(() => database.exec('pragma wal_checkpoint(passive)'))
