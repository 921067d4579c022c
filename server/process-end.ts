/** How the process ends: gracefully on the first signal, at once on the second, and within a limit in any case. */
import { spawn } from 'node:child_process'

export type EndOptions = {
  stop: () => Promise<void>
  /** The last thing before the exit, whichever way it comes. */
  beforeExit: () => void
  /** From the first signal to the end of the process. */
  limitMs: number
}

export function endOnSignals({ stop, beforeExit, limitMs }: EndOptions): void {
  let isStopping = false
  const exit = (code: number) => {
    beforeExit()
    process.exit(code)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) exit(1)
      isStopping = true
      killAfter(limitMs)
      stop().then(
        () => exit(0),
        () => exit(1),
      )
    })
  }
}

/**
 * Kills this process when it still runs then. A timer of its own cannot do that: the main thread may be blocked, and
 * `process.exit` waits for threads, one of which may be in a system call or in SQLite. So a second process does; it
 * ends with this one, because its input closes.
 */
function killAfter(limitMs: number): void {
  const code = `process.stdin.on('end', () => process.exit()).resume()
    setTimeout(() => process.kill(${process.pid}, 'SIGKILL'), ${limitMs})`
  const killer = spawn(process.execPath, ['-e', code], { stdio: ['pipe', 'ignore', 'ignore'], detached: true, env: {} })
  // Without it the process may still end by itself.
  killer.on('error', () => setTimeout(() => process.kill(process.pid, 'SIGKILL'), limitMs).unref())
  killer.stdin.on('error', () => {})
  killer.unref()
}
