/** The log on standard output, written in blocks; no reader of it can hold up the end of the process. */
import pino from 'pino'

/** Lines are written in blocks, and at least this often. */
const flushMs = 1_000
const blockBytes = 4_096
/** More than this waiting for a reader that has stopped is dropped: memory is for requests. */
const waitingBytesMax = 8 * 1024 * 1024
/** At the end a slow reader has this long. A full pipe that nobody reads would block the main thread for ever. */
const lastFlushMs = 2_000

export type LogOutput = {
  destination: ReturnType<typeof pino.destination>
  /** Writes waiting lines as far as the reader takes them. Nothing can be logged afterwards. */
  end(): void
}

export function openLogOutput(): LogOutput {
  let giveUpAt = Number.POSITIVE_INFINITY
  const destination = pino.destination({
    dest: 1,
    sync: false,
    minLength: blockBytes,
    maxLength: waitingBytesMax,
    retryEAGAIN: () => performance.now() < giveUpAt,
  })
  const flushing = setInterval(() => destination.flush(), flushMs).unref()
  let isEnded = false
  return {
    destination,
    end() {
      if (isEnded) return
      isEnded = true
      clearInterval(flushing)
      giveUpAt = performance.now() + lastFlushMs
      try {
        destination.flushSync()
      } catch {
        // Its reader is gone or has stopped.
      }
      // Otherwise the exit of the process would flush again, and wait.
      destination.destroy()
    },
  }
}
