/**
 * The mark of a browser in which a user has logged in before. It is no proof of identity: it only gives this browser an
 * own count of failed logins, so that strangers who guess passwords cannot lock the owner out.
 */
import type { Keys } from '#server/keys.ts'
import { isSameText, newToken, sign } from './tokens.ts'

/** The cookie's value for a browser in which this account has just logged in. */
export function markDevice(keys: Keys, account: string): string {
  const device = newToken()
  return `${device}.${signature(keys, device, account)}`
}

/** The device's id when the mark was made here for this account, else undefined. */
export function knownDevice(keys: Keys, mark: string | undefined, account: string): string | undefined {
  const [device, given] = mark?.split('.') ?? []
  if (device === undefined || given === undefined) return undefined
  return isSameText(given, signature(keys, device, account)) ? device : undefined
}

function signature(keys: Keys, device: string, account: string): string {
  return sign(keys.derive('device-mark'), `${device}:${account}`)
}
