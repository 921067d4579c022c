import { isSameText, sign } from '#server/auth/tokens.ts'
import { hourMs, plusMs } from '#server/clock.ts'

/** As long as a large file takes over a slow line, with its interruptions. */
const grantMs = 12 * hourMs

type Grant = { readonly backupId: string; readonly sessionId: string; readonly expiresAt: Date }

/** Until when a download that is opened now can be begun or gone on with. */
export function downloadEnd(now: Date): Date {
  return plusMs(now, grantMs)
}

/** Stands in the address of a download: which session may have which backup, and until when, signed. */
export function grantText(key: Buffer, grant: Grant): string {
  const until = grant.expiresAt.getTime().toString(36)
  return `${until}.${signature(key, grant, until)}`
}

/** Whether the text was given for this backup and session, and its time is not over. */
export function isGranted(key: Buffer, text: string, grant: Omit<Grant, 'expiresAt'>, now: Date): boolean {
  const [until = '', given = ''] = text.split('.')
  return isSameText(given, signature(key, grant, until)) && Number.parseInt(until, 36) > now.getTime()
}

function signature(key: Buffer, { backupId, sessionId }: Omit<Grant, 'expiresAt'>, until: string): string {
  return sign(key, `${backupId}:${sessionId}:${until}`)
}
