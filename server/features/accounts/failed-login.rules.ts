/** Counts failed logins in a way that turns a flood of them into a few lines in the audit log (decision 0048). */
import { hourMs } from '#server/clock.ts'

/** The account and network of attempts in a window. */
export type Place = { readonly account: string; readonly network: string }

/** Represents every unknown name. */
export const unknownAccount = ''
/** Networks beyond those of an account, and accounts beyond those of a window, are counted together. */
export const others = '*'

export const networksOfAccountMax = 10
/** Existing accounts; unknown names do not use them up. */
export const placesMax = 100
/** A line when the counting of a place begins, and one when its hour is over. */
export const linesOfPlace = 2

/** The maximum a flood can write in an hour: all places, those of unknown names, and the one for the rest. */
export const linesOfWindowMax = linesOfPlace * (placesMax + 1 + networksOfAccountMax + 1)

/** The full hour of an instant. */
export function windowOf(now: Date): Date {
  return new Date(Math.floor(now.getTime() / hourMs) * hourMs)
}

/** Where a failure is counted, given the existing places of its window. */
export function placeOf(taken: readonly Place[], { account, network }: Place): Place {
  const ofAccount = taken.filter(place => place.account === account)
  if (ofAccount.some(place => place.network === network)) return { account, network }
  const known = taken.filter(place => place.account !== unknownAccount && place.account !== others)
  const hasRoom = account === unknownAccount || known.length < placesMax
  const networks = ofAccount.filter(place => place.network !== others)
  if (networks.length < networksOfAccountMax && hasRoom) return { account, network }
  if (hasRoom || ofAccount.some(place => place.network === others)) return { account, network: others }
  return { account: others, network: others }
}
