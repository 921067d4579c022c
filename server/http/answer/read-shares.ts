/**
 * Each customer's share of the answers, and each network's of visitors. Reads are not refused: an endless reader waits
 * for their own share, and nobody else does. Kept in memory, because it protects the time of one process.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Endpoint } from '#contract/endpoint.ts'
import { AppError } from '#server/app-error.ts'
import { effectiveRole } from '#server/auth/actor.ts'
import { type Counted, clientNetwork, countedNetworks } from '#server/auth/client-network.ts'
import { BoundedMap } from '#server/bounded-map.ts'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { createUndisturbedClock } from './undisturbed-clock.ts'

/**
 * Generous: a whole portal fits into the first, and one long ticket a second for hours into the second. Time is paid for
 * as well, because a short answer may take long: a share grows by 200 ms of the process per second.
 */
export const readShare = {
  /** The most that can be read at once after a pause. */
  bytesAtOnce: 16_000_000,
  bytesPerSecond: 2_000_000,
  /** The cost of a call in addition to its answer. */
  bytesPerCall: 16_000,
  /** The cost of the time a call takes. */
  bytesPerMs: 10_000,
  /** Calls of a line that run at the same time: a browser opens six connections. */
  running: 4,
  waiting: 60,
  /** Shorter than the time after which an idle connection is closed. */
  waitingMs: 8_000,
} as const

/** The reader: whose shares pay, and the line in which calls wait. A stolen session waits in its own. */
export type Reader = { readonly payers: readonly Counted[]; readonly line: string }

/** `times`: that of an ordinary one. */
type Share = { bytes: number; at: number; readonly times: number }
type Line = { running: number; readonly waiting: (() => void)[] }

export type Turn = {
  /** Null: pays nothing and never waits. */
  readonly reader: Reader | null
  /** The client has disconnected: nothing is read for it. */
  readonly isGone: () => boolean
  /** Returns the number of bytes sent; `hasWaited`: whether it had to wait. */
  readonly read: (hasWaited: boolean) => Promise<number>
}

/** Carries out a read in its turn. Throws `throttled` where too many wait already, or it has waited too long. */
export type TakeTurn = (turn: Turn) => Promise<void>

/** Milliseconds, from any start; `undisturbed` without those in which the main thread had no processor. */
type Pace = { now(): number; undisturbed(): number; wait(ms: number): Promise<unknown> }
const realPace = (): Pace => ({
  now: () => performance.now(),
  undisturbed: createUndisturbedClock(),
  wait: ms => wait(ms),
})

/** The one that has not read for longest is removed first. */
const readersMax = 20_000

/** The start of every page, and calls that secure an account: small, and never delayed by reads. */
const neverWaits = /^\/api\/(?:auth\/|backend\/(?:customer|business-profile|user-settings)\/$)/

export function readerOf({ path }: Pick<Endpoint, 'path'>, { actor, address }: Context): Reader | null {
  if (effectiveRole(actor) === 'admin' || neverWaits.test(path)) return null
  if (actor.kind === 'user') {
    return { payers: [{ name: actor.customerId ?? actor.userId, times: 1 }], line: actor.sessionId }
  }
  return networkReader(address)
}

export function networkReader(address: string): Reader {
  return { payers: countedNetworks(address), line: clientNetwork(address) }
}

export function createReadShares({ countsCalls }: Pick<Config, 'countsCalls'>, pace = realPace()): TakeTurn {
  const shares = new BoundedMap<string, Share>(readersMax)
  const lines = new BoundedMap<string, Line>(readersMax)
  const clock = sharedClock(pace)

  return async ({ reader, isGone, read }) => {
    if (reader === null || !countsCalls) {
      await read(false)
      return
    }
    const paying = reader.payers.map(({ name, times }) =>
      newest(shares, name, () => ({ bytes: readShare.bytesAtOnce * times, at: pace.undisturbed(), times })),
    )
    const line = newest(lines, reader.line, () => ({ running: 0, waiting: [] }))
    const cameAt = pace.now()
    const hadToQueue = await takePlace(line)
    try {
      const hadToRest = await rest(paying, pace, cameAt, isGone)
      for (const share of paying) share.bytes -= readShare.bytesPerCall
      const stop = clock.start()
      const bytes = await read(hadToQueue || hadToRest).finally(() => {
        const cost = stop() * readShare.bytesPerMs
        for (const share of paying) share.bytes -= cost
      })
      for (const share of paying) share.bytes -= bytes
    } finally {
      const next = line.waiting.shift()
      // The slot is handed over directly: a new call does not pass those that wait.
      if (next) next()
      else line.running -= 1
    }
  }
}

/**
 * Calls that run at the same time share the process: each pays an equal part of the time that passes, so a quick one
 * beside slow ones pays little. `start` returns the function that ends the call and returns its part in ms.
 */
function sharedClock(pace: Pace): { start(): () => number } {
  let running = 0
  let at = pace.undisturbed()
  /** The part of a call that has run all the time. */
  let partMs = 0
  const goOn = () => {
    const now = pace.undisturbed()
    if (running > 0) partMs += (now - at) / running
    at = now
  }
  return {
    start() {
      goOn()
      running += 1
      const from = partMs
      return () => {
        goOn()
        running -= 1
        return partMs - from
      }
    },
  }
}

function newest<T>(kept: BoundedMap<string, T>, key: string, make: () => T): T {
  const value = kept.get(key) ?? make()
  kept.set(key, value)
  return value
}

async function takePlace(line: Line): Promise<boolean> {
  if (line.running < readShare.running) {
    line.running += 1
    return false
  }
  if (line.waiting.length >= readShare.waiting) throw new AppError('throttled', { retryAfterSeconds: 1 })
  const turn = Promise.withResolvers<void>()
  line.waiting.push(turn.resolve)
  await turn.promise
  return true
}

/** Waits until the shares have recovered from earlier reads. Returns whether that took time. */
async function rest(shares: readonly Share[], pace: Pace, cameAt: number, isGone: () => boolean): Promise<boolean> {
  for (let hasWaited = false; ; hasWaited = true) {
    if (isGone() || pace.now() - cameAt > readShare.waitingMs) throw new AppError('throttled', { retryAfterSeconds: 5 })
    for (const share of shares) recover(share, pace)
    const missingMs = Math.max(
      ...shares.map(({ bytes, times }) => Math.ceil((-bytes / (readShare.bytesPerSecond * times)) * 1_000)),
    )
    if (missingMs <= 0) return hasWaited
    await pace.wait(Math.min(missingMs, 1_000))
  }
}

function recover(share: Share, pace: Pace): void {
  const now = pace.undisturbed()
  const gained = ((now - share.at) / 1_000) * readShare.bytesPerSecond * share.times
  share.bytes = Math.min(readShare.bytesAtOnce * share.times, share.bytes + gained)
  share.at = now
}
