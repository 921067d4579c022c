/** Amounts of work counted in memory: how much one sender may cause at once, and per second after that. */
import { AppError } from '#server/app-error.ts'
import { BoundedMap } from '#server/bounded-map.ts'

export type Allowances = {
  /** Throws `throttled` (429 with Retry-After) while the sender has used up its allowance: before its call is read. */
  demand(sender: string, now: Date): void
  /**
   * Uses up an amount, also more than is left: then the sender waits longer. Throws like `demand`, and uses up nothing,
   * when nothing is left: calls that came at once have all passed `demand` before one of them spends.
   */
  spend(sender: string, amount: number, now: Date): void
}

type Left = { amount: number; at: number }

/** Keeps at most `sendersMax` senders; the least recent one is dropped first. */
export function createAllowances(
  { atOnce, perSecond }: { readonly atOnce: number; readonly perSecond: number },
  sendersMax = 20_000,
): Allowances {
  const senders = new BoundedMap<string, Left>(sendersMax)

  const leftOf = (sender: string, now: Date): Left => {
    const at = now.getTime()
    const known = senders.get(sender)
    // A clock that was set back starts again.
    const isUsable = known !== undefined && known.at <= at
    const gained = isUsable ? ((at - known.at) / 1_000) * perSecond : 0
    return { amount: isUsable ? Math.min(atOnce, known.amount + gained) : atOnce, at }
  }

  const demandLeft = (sender: string, now: Date): Left => {
    const left = leftOf(sender, now)
    if (left.amount > 0) return left
    throw new AppError('throttled', { retryAfterSeconds: Math.max(1, Math.ceil(-left.amount / perSecond)) })
  }

  return {
    demand(sender, now) {
      demandLeft(sender, now)
    },
    spend(sender, amount, now) {
      const left = demandLeft(sender, now)
      senders.set(sender, { ...left, amount: left.amount - amount })
    },
  }
}
