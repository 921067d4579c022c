/** The log on standard output, written in blocks; no reader of it can hold up the end of the process. */
import pino, { type DestinationStream } from 'pino'

/** Lines are written in blocks, and at least this often. */
const flushMs = 1_000
const blockLength = 16 * 1024
/** More than this waiting for a reader that has stopped is dropped: memory is for requests. */
const waitingBytesMax = 8 * 1024 * 1024
/** At the end a slow reader has this long. A full pipe that nobody reads would block the main thread for ever. */
const lastFlushMs = 2_000

export type LogOutput = {
  destination: DestinationStream
  /** Writes waiting lines as far as the reader takes them. Nothing can be logged afterwards. */
  end(): void
}

export function openLogOutput(): LogOutput {
  let isEnded = false
  let giveUpAt = Number.POSITIVE_INFINITY
  const end = () => {
    if (isEnded) return
    clearInterval(flushing)
    giveUpAt = performance.now() + lastFlushMs
    try {
      block.flush()
      output.flushSync()
    } catch {
      // Its reader is gone or has stopped.
    }
    isEnded = true
    // Otherwise the exit of the process would flush again, and wait.
    output.destroy()
  }
  // Before the output's own listener, which would wait without a limit.
  process.once('exit', end)
  const output = pino.destination({
    dest: 1,
    sync: false,
    maxLength: waitingBytesMax,
    retryEAGAIN: () => performance.now() < giveUpAt,
  })
  const block = collectLines(text => isEnded || output.write(text))
  const flushing = setInterval(block.flush, flushMs).unref()
  return { destination: block, end }
}

/** The output could collect blocks itself, but measures the whole block with every line. */
function collectLines(write: (block: string) => void) {
  let lines: string[] = []
  let length = 0
  const flush = () => {
    if (length > 0) write(lines.join(''))
    lines = []
    length = 0
  }
  return {
    write(line: string) {
      lines.push(line)
      length += line.length
      if (length >= blockLength) flush()
    },
    flush,
  }
}
