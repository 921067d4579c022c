import type { Backup } from '#contract/backups.ts'
import type { BackupTable } from '#server/database/platform-tables.ts'

/** What is being made or was found wanting is not handed out: somebody would rely on it. */
export function backupPermissionsOf({ state, file }: Pick<BackupTable, 'state' | 'file'>): Backup['permissions'] {
  return file !== '' && (state === 'proven' || state === 'unproven') ? ['download'] : []
}
