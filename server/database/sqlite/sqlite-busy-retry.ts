import { setTimeout as delay } from 'node:timers/promises'
import type { SqliteSession } from './sqlite-session.ts'

const sqliteBusy = 5
const patienceMs = 5_000
const pauseMs = 20

/**
 * Runs something on the caller's connection, and retries while another process writes to the file: SQLite itself would
 * block the whole process. Between the tries others get the connection for reads. After five seconds SQLite's error is
 * thrown (`isDatabaseBusy`).
 */
export async function retryWhileBusy<T>(session: SqliteSession, attempt: () => T, longestMs = patienceMs): Promise<T> {
  const startedMs = performance.now()
  for (;;) {
    try {
      return attempt()
    } catch (error) {
      if (!isHeldByAnotherProcess(error) || performance.now() - startedMs >= longestMs) throw error
    }
    session.release()
    await delay(pauseMs)
    await session.hold()
  }
}

/** SQLITE_BUSY in all its kinds. */
export function isHeldByAnotherProcess(error: unknown): boolean {
  return (
    error instanceof Error &&
    'errcode' in error &&
    typeof error.errcode === 'number' &&
    (error.errcode & 0xff) === sqliteBusy
  )
}
