/**
 * The mark of a browser in which a user has logged in before. It does not prove identity: it only gives this browser
 * its own count of failed logins, so strangers who guess passwords cannot lock the owner out. It expires, and is
 * revoked together with all access to the account.
 */
import { deviceMarkDays } from '#contract/limits.ts'
import { dayMs, latestCredible } from '#server/clock.ts'
import type { Keys } from '#server/keys.ts'
import { isSameText, newToken, sign } from './tokens.ts'

/** The part of a user's row that marks are bound to. */
type Account = { readonly id: string; readonly access_generation: number }

/** The cookie's value for a browser in which this account has just logged in. */
export function markDevice(keys: Keys, account: Account, now: Date): string {
  const device = `${newToken()}.${now.getTime().toString(36)}`
  return `${device}.${signature(keys, device, account)}`
}

/** The device's id if the mark was made here for this account and is still valid, else undefined. */
export function knownDevice(
  keys: Keys,
  mark: string | undefined,
  account: Account | undefined,
  now: Date,
): string | undefined {
  const [id = '', markedAt = '', given = ''] = mark?.split('.') ?? []
  if (account === undefined || !isSameText(given, signature(keys, `${id}.${markedAt}`, account))) return undefined
  const at = Number.parseInt(markedAt, 36)
  const counts = at > now.getTime() - deviceMarkDays * dayMs && at <= latestCredible(now).getTime()
  return counts ? id : undefined
}

function signature(keys: Keys, device: string, { id, access_generation }: Account): string {
  return sign(keys.derive('device-mark'), `${device}:${id}:${access_generation}`)
}
