import type { BackupReason } from '#contract/backups.ts'
import { CopyError } from '#server/database/copies/copies.ts'

/** A backup cannot be made, proven or read; the message is one plain sentence without a full stop. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
  readonly reason: BackupReason

  constructor(reason: BackupReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** Any thrown value as an error message for an admin. */
export function backupErrorOf(error: unknown): BackupError {
  if (error instanceof BackupError) return error
  if (!(error instanceof Error)) return new BackupError('fault', String(error))
  return new BackupError(reasonOf(error), error.message, { cause: error })
}

function reasonOf(error: Error): BackupReason {
  if (error instanceof CopyError) return error.problem === 'not_possible' ? 'fault' : error.problem
  return 'code' in error && fullDisk.has(String(error.code)) ? 'disk_full' : 'fault'
}

/** No space, quota exceeded, file too large. */
const fullDisk: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
