/** A worker thread: checks the given SQLite file, and returns the problems. */
import { parentPort, workerData } from 'node:worker_threads'
import { checkIntegrity } from '#server/database/copies/check-integrity.ts'
import { openSqlite } from '#server/database/open.ts'

const database = openSqlite(String(workerData))
const damage = await checkIntegrity(database)
await database.close()
parentPort?.postMessage(damage)
