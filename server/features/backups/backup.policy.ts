import type { Backup } from '#contract/backups.ts'
import type { BackupTable } from '#server/database/platform-tables.ts'

/** Unfinished and defective backups are not offered: somebody would rely on them. */
export function backupPermissionsOf({ state, file }: Pick<BackupTable, 'state' | 'file'>): Backup['permissions'] {
  return file !== '' && (state === 'proven' || state === 'unproven') ? ['download'] : []
}
