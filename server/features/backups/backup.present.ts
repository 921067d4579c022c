import { basename, dirname, relative, resolve } from 'node:path'
import type { Backup, BackupPlace } from '#contract/backups.ts'
import type { Config } from '#server/config.ts'
import type { Engine } from '#server/database/engine.ts'
import type { BackupTable } from '#server/database/platform-tables.ts'
import { backupPermissionsOf } from './backup.policy.ts'

export function presentBackup(row: BackupTable): Backup {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    step: row.step,
    reason: row.reason,
    detail: row.detail,
    file: row.file,
    sizeBytes: row.size_bytes,
    rowsCount: row.rows_count,
    auditLines: row.audit_lines,
    provenAt: row.proven_at,
    permissions: backupPermissionsOf(row),
    startedAt: row.started_at,
    updatedAt: row.updated_at,
  }
}

/** As the commands for a restore need them, which are run in the folder of the portal. */
export function presentBackupPlace({ dataDir, keysFile }: Config, engine: Engine): BackupPlace {
  const isKeysFileInDataFolder = dirname(keysFile) === dataDir
  return {
    engine,
    dataFolder: fromPortal(dataDir),
    keysFile: isKeysFileInDataFolder ? basename(keysFile) : fromPortal(keysFile),
    isKeysFileInDataFolder,
  }
}

/** Relative below the portal's own folder, absolute anywhere else. */
function fromPortal(path: string): string {
  const below = relative(process.cwd(), path)
  return below === '' || below.startsWith('..') ? resolve(path) : below
}
