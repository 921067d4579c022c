import { isSameText, sign } from '#server/auth/tokens.ts'
import { hourMs, plusMs } from '#server/clock.ts'

/** Enough time for a large file over a slow line, with interruptions. */
const grantMs = 12 * hourMs

type Grant = { readonly backupId: string; readonly sessionId: string; readonly expiresAt: Date }

/** Until when a download opened now can be started or resumed. */
export function downloadEnd(now: Date): Date {
  return plusMs(now, grantMs)
}

/** Part of the address of a download: session, backup and expiry, signed. */
export function grantText(key: Buffer, grant: Grant): string {
  const until = grant.expiresAt.getTime().toString(36)
  return `${until}.${signature(key, grant, until)}`
}

/** Whether the text was issued for this backup and session, and has not expired. */
export function isGranted(key: Buffer, text: string, grant: Omit<Grant, 'expiresAt'>, now: Date): boolean {
  const [until = '', given = ''] = text.split('.')
  return isSameText(given, signature(key, grant, until)) && Number.parseInt(until, 36) > now.getTime()
}

function signature(key: Buffer, { backupId, sessionId }: Omit<Grant, 'expiresAt'>, until: string): string {
  return sign(key, `${backupId}:${sessionId}:${until}`)
}
