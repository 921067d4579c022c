/** A thread that copies the write-ahead log of the given SQLite file into the file, on request. */
import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'
import { answerTasks } from '#server/threads/answer-tasks.ts'

const database = new DatabaseSync(String(workerData))

// Passive: waits for nobody, and nobody waits for it.
answerTasks(() => database.exec('pragma wal_checkpoint(passive)'))
