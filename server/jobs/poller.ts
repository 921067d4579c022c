/** A worker that does due work, sleeps until there is some, and can be woken and stopped. */
import type { Logger } from 'pino'

export type Poller = {
  /** Something may be due now. */
  wake(): void
  /** Takes no new work and resolves when the current piece is done. */
  stop(): Promise<void>
}

type Options = {
  /** Does one piece of due work; false when there is none. */
  readonly runNext: () => Promise<boolean>
  /** Milliseconds until the next is due; undefined when nothing waits. */
  readonly untilNextMs: () => Promise<number | undefined>
  /** Other instances queue work without waking this one, so it polls at least this often. */
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

/** Returns the time to sleep. A fault (the database is unavailable) is logged and retried later. */
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
