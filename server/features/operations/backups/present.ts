import { basename, dirname } from 'node:path'
import type { Backup, BackupPlace } from '#contract/backups.ts'
import type { Config } from '#server/config.ts'
import type { Engine } from '#server/database/engine.ts'
import type { BackupTable } from '#server/database/schema-backups.ts'
import { backupPermissionsOf } from './policy.ts'

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

/** Names of files and folders alone: where they lie on the machine is the operator's. */
export function presentBackupPlace({ dataDir, keysFile }: Config, engine: Engine): BackupPlace {
  return {
    engine,
    dataFolder: basename(dataDir),
    keysFile: basename(keysFile),
    isKeysFileInDataFolder: dirname(keysFile) === dataDir,
  }
}
