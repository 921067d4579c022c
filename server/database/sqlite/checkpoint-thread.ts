/** A worker thread: copies what the write-ahead log of the given SQLite file holds into the file, whenever it is asked. */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

const database = new DatabaseSync(String(workerData))

parentPort?.on('message', () => {
  // Passive: waits for nobody, and nobody waits for it.
  database.exec('pragma wal_checkpoint(passive)')
  parentPort?.postMessage('done')
})
