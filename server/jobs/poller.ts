/** A worker that does what is due, sleeps until something is, and can be woken and stopped. */
import type { Logger } from 'pino'

export type Poller = {
  /** Something may be due now. */
  wake(): void
  /** Takes nothing new and resolves when the piece of work at hand is done. */
  stop(): Promise<void>
}

type Options = {
  /** Does one piece of what is due; false when nothing is. */
  readonly runNext: () => Promise<boolean>
  /** Milliseconds until the next is due; undefined when nothing waits. */
  readonly untilNextMs: () => Promise<number | undefined>
  /** Other instances queue work without waking this one, so it looks at least this often. */
  readonly longestSleepMs: number
  readonly log: Pick<Logger, 'error'>
  readonly name: string
}

const shortestSleepMs = 100
const sleepAfterFaultMs = 5_000

export function startPoller(options: Options): Poller {
  let isStopped = false
  let isWoken = false
  let endSleep = () => {}

  const sleep = (ms: number) =>
    new Promise<void>(resolve => {
      const timer = setTimeout(resolve, ms)
      endSleep = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const work = async () => {
    while (!isStopped) {
      isWoken = false
      const sleepMs = await runWhatIsDue(options, () => isStopped)
      // Woken or stopped while it worked: the sleep would miss it.
      if (!isStopped && !isWoken) await sleep(sleepMs)
    }
  }
  const running = work()

  const wake = () => {
    isWoken = true
    endSleep()
  }
  return {
    wake,
    stop() {
      isStopped = true
      wake()
      return running
    },
  }
}

/** Answers how long to sleep. A fault (the database is away) is logged and tried again later. */
async function runWhatIsDue(options: Options, isStopped: () => boolean): Promise<number> {
  try {
    while (!isStopped()) {
      if (!(await options.runNext())) break
    }
    if (isStopped()) return 0
    const untilNextMs = (await options.untilNextMs()) ?? options.longestSleepMs
    return Math.min(Math.max(untilNextMs, shortestSleepMs), options.longestSleepMs)
  } catch (error) {
    options.log.error({ err: error, worker: options.name }, 'worker failed, will try again')
    return sleepAfterFaultMs
  }
}
