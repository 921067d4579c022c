/**
 * Each customer's share of the answers, and each network's of visitors. Reading is not refused: who reads without end
 * waits for their own share, and nobody else does. Kept in memory, because it protects the time of one process.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '#server/app-error.ts'
import { effectiveRole } from '#server/auth/actor.ts'
import { networkOf } from '#server/auth/client-address.ts'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'

/** Generous to people: a whole portal is read within the first, and a long ticket a second for hours. */
export const readShare = {
  /** What can be read at once after a pause. */
  bytesAtOnce: 16_000_000,
  bytesPerSecond: 2_000_000,
  /** What a call costs beside its answer. */
  bytesPerCall: 16_000,
  /** Calls worked on at the same time, and those that wait for their turn: a browser opens six connections. */
  running: 4,
  waiting: 60,
} as const

type Share = { bytes: number; at: number; running: number; readonly waiting: (() => void)[] }

/**
 * Carries out a read in its turn; `read` answers how many bytes it has sent, and is told whether it had to wait. Throws
 * `throttled` where too many wait already.
 */
export type TakeTurn = (context: Context, read: (hasWaited: boolean) => Promise<number>) => Promise<void>

/** Milliseconds, from any beginning. */
type Pace = { now(): number; wait(ms: number): Promise<unknown> }
const realPace: Pace = { now: () => performance.now(), wait: ms => wait(ms) }

/** Whoever has not read for longest is forgotten first. */
const payersMax = 20_000

export function createReadShares({ countsCalls }: Pick<Config, 'countsCalls'>, pace = realPace): TakeTurn {
  const shares = new Map<string, Share>()

  return async (context, read) => {
    const payer = countsCalls ? payerOf(context) : null
    if (payer === null) {
      await read(false)
      return
    }
    const share = shareOf(shares, payer, pace)
    const hasWaited = await begin(share, pace)
    try {
      share.bytes -= await read(hasWaited)
    } finally {
      share.bytes -= readShare.bytesPerCall
      const next = share.waiting.shift()
      // The place goes from hand to hand: a call that comes meanwhile does not pass those that wait.
      if (next) next()
      else share.running -= 1
    }
  }
}

/** Null: an admin, who may read as much as there is. */
function payerOf({ actor, address }: Context): string | null {
  if (effectiveRole(actor) === 'admin') return null
  return actor.kind === 'user' ? (actor.customerId ?? actor.userId) : networkOf(address)
}

function shareOf(shares: Map<string, Share>, payer: string, pace: Pace): Share {
  const share = shares.get(payer) ?? { bytes: readShare.bytesAtOnce, at: pace.now(), running: 0, waiting: [] }
  // A map is in the order in which its keys were set.
  shares.delete(payer)
  shares.set(payer, share)
  const [oldest] = shares.keys()
  if (shares.size > payersMax && oldest !== undefined) shares.delete(oldest)
  return share
}

/** Waits for a place, then until the share has recovered from what was read before. Answers whether that took time. */
async function begin(share: Share, pace: Pace): Promise<boolean> {
  const isFree = share.running < readShare.running
  if (isFree) share.running += 1
  else {
    if (share.waiting.length >= readShare.waiting) throw new AppError('throttled', { retryAfterSeconds: 1 })
    const turn = Promise.withResolvers<void>()
    share.waiting.push(turn.resolve)
    await turn.promise
  }
  recover(share, pace)
  const isRested = share.bytes >= 0
  while (share.bytes < 0) {
    await pace.wait(Math.ceil((-share.bytes / readShare.bytesPerSecond) * 1_000))
    recover(share, pace)
  }
  return !isFree || !isRested
}

function recover(share: Share, pace: Pace): void {
  const now = pace.now()
  const gained = ((now - share.at) / 1_000) * readShare.bytesPerSecond
  share.bytes = Math.min(readShare.bytesAtOnce, share.bytes + gained)
  share.at = now
}
