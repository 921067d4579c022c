/** The log on standard output, written in blocks; no reader of it can hold up the end of the process. */
import pino, { type DestinationStream } from 'pino'

/** Lines are written in blocks, and at least this often. */
const flushMs = 1_000
const blockLength = 16 * 1024
/** Of blocks that wait for the one before. */
const partBytesMax = 64 * 1024
/** More than this waiting for a reader that has stopped is dropped: memory is for requests. */
const waitingBytesMax = 8 * 1024 * 1024
/** At the end a slow reader has this long. A full pipe that nobody reads would block the main thread for ever. */
const lastFlushMs = 2_000
/** A block that another thread is writing needs a processor; the lines after it must not overtake it. */
const blockInFlightMs = 200

export type LogOutput = {
  destination: DestinationStream
  /** Writes waiting lines as far as the reader takes them. Nothing can be logged afterwards. */
  end(): void
}

export function openLogOutput(): LogOutput {
  let isEnded = false
  let hasFailed = false
  let isBlockInFlight = false
  let giveUpAt = Number.POSITIVE_INFINITY
  const end = () => {
    if (isEnded) return
    isEnded = true
    clearInterval(passing)
    giveUpAt = performance.now() + lastFlushMs
    if (isBlockInFlight) sleep(blockInFlightMs)
    try {
      output.write(block.take())
      // It would try for ever, without a reader or on a full disk.
      if (!hasFailed) output.flushSync()
    } catch {
      // Its reader has stopped.
    }
    // Otherwise the exit of the process would flush again, and wait.
    output.destroy()
  }
  // Before the output's own listener, which would wait without a limit.
  process.once('exit', end)
  const output = pino.destination({
    dest: 1,
    sync: false,
    // Only `pass` starts a write: one started by the last block would not end before the process.
    minLength: partBytesMax - 1,
    maxWrite: partBytesMax,
    maxLength: waitingBytesMax,
    retryEAGAIN: () => performance.now() < giveUpAt,
  })
  output.once('error', error => {
    hasFailed = true
    throw error
  })
  output.on('drain', () => {
    isBlockInFlight = false
  })
  const block = createBlock()
  const pass = () => {
    output.write(block.take())
    isBlockInFlight = true
    output.flush()
  }
  const passing = setInterval(pass, flushMs).unref()
  const write = (line: string) => {
    if (block.add(line) >= blockLength && !isEnded) pass()
  }
  return { destination: { write }, end }
}

/** Blocks this thread only. */
function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

/** The output could collect lines itself, but measures all of them with every line. */
function createBlock() {
  let lines: string[] = []
  let length = 0
  return {
    /** Returns the length so far. */
    add(line: string): number {
      lines.push(line)
      length += line.length
      return length
    },
    take(): string {
      const text = lines.join('')
      lines = []
      length = 0
      return text
    },
  }
}
