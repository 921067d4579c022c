/** What is known of the backups; the files themselves tell the rest. */
import type { BackupKind, BackupReason, BackupState, BackupStep } from '#contract/backups.ts'
import type { InstantText } from './schema-columns.ts'

export type BackupTable = {
  id: string
  kind: BackupKind
  state: BackupState
  /** null unless running. */
  step: BackupStep | null
  reason: BackupReason
  /** One English sentence of the program or the system. */
  detail: string
  /** Name in the folder of backups; empty while there is none. */
  file: string
  size_bytes: number | null
  rows_count: number | null
  audit_lines: number | null
  started_at: InstantText
  proven_at: InstantText | null
  updated_at: InstantText
}
