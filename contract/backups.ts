/** Copies of the whole database, as shown to an admin. */
import * as z from 'zod/mini'
import { defineEndpoints, empty, page, pageQuery } from './endpoint.ts'
import { id, instant } from './fields.ts'

export const backupKinds = ['nightly', 'before_migration', 'by_hand'] as const
export type BackupKind = (typeof backupKinds)[number]

/** `unproven`: the file exists, but it was not restored and compared, so it does not count yet. */
export const backupStates = ['running', 'unproven', 'proven', 'failed'] as const
export type BackupState = (typeof backupStates)[number]

/** The current step while it is running. */
export const backupSteps = ['waiting', 'copying', 'sealing', 'proving'] as const
export type BackupStep = (typeof backupSteps)[number]

/** Why a backup failed or is not proven; empty for a proven one. */
export const backupReasons = [
  '',
  'audit_broken',
  'damaged',
  'different',
  'disk_full',
  'fault',
  'file_gone',
  'found',
  'interrupted',
  'key_missing',
  'may_not_try',
  'no_backup',
  'secret_unreadable',
  'tool_missing',
] as const
export type BackupReason = (typeof backupReasons)[number]

/** The overall state of the backups; everything but `good` and `none_yet` is a warning. */
export const backupHealths = ['good', 'none_yet', 'old', 'failed'] as const
export type BackupHealth = (typeof backupHealths)[number]

export const backup = z.object({
  id,
  kind: z.enum(backupKinds),
  state: z.enum(backupStates),
  /** null unless it is running. */
  step: z.nullable(z.enum(backupSteps)),
  reason: z.enum(backupReasons),
  /** The system's message, in English; may be empty. */
  detail: z.string(),
  /** Name in the folder of backups; empty while it does not exist. */
  file: z.string(),
  sizeBytes: z.nullable(z.int()),
  /** Of the database at that time. */
  rowsCount: z.nullable(z.int()),
  auditLines: z.nullable(z.int()),
  provenAt: z.nullable(instant),
  permissions: z.array(z.enum(['download'])),
  startedAt: instant,
  updatedAt: instant,
})
export type Backup = z.output<typeof backup>

const backupSummary = z.object({
  health: z.enum(backupHealths),
  lastProven: z.nullable(backup),
  /** The newest of all. */
  latest: z.nullable(backup),
})

/** The paths of backups and keys for the commands of a restore: relative to the folder of the portal. */
const backupPlace = z.object({
  engine: z.enum(['sqlite', 'postgres']),
  /** DATA_DIR: relative below the portal's folder, else absolute. */
  dataFolder: z.string(),
  keysFile: z.string(),
  /** Whether the keys file is in the data folder. */
  isKeysFileInDataFolder: z.boolean(),
})
export type BackupPlace = z.output<typeof backupPlace>

export const backups = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/admin/backups/',
    access: 'admin',
    summary: 'Backups of the database, newest first.',
    query: pageQuery,
    response: page(backup),
  },
  start: {
    method: 'POST',
    path: '/api/backend/admin/backups/',
    access: 'admin',
    summary: 'Make and prove a backup now; `state` and `step` of the answer show its progress.',
    response: backup,
    status: 202,
  },
  summary: {
    method: 'GET',
    path: '/api/backend/admin/backups/summary/',
    access: 'admin',
    summary: 'The last proven backup, the newest of all, and whether that is in order.',
    response: backupSummary,
  },
  place: {
    method: 'GET',
    path: '/api/backend/admin/backups/place/',
    access: 'admin',
    summary: 'The paths of backups and the keys file, for a restore.',
    response: backupPlace,
  },
  openDownload: {
    method: 'POST',
    path: '/api/backend/admin/backups/{id}/download/',
    access: 'admin',
    summary: 'Open the download of a backup to this session for some hours; this is audited.',
    response: z.object({ grant: z.string(), expiresAt: instant }),
    stepUp: 'always',
    isSecret: true,
  },
  download: {
    method: 'GET',
    path: '/api/backend/admin/backups/{id}/file/',
    access: 'admin',
    summary: 'The sealed file, as `openDownload` has opened it; parts of it by `Range`.',
    query: z.strictObject({ grant: z.optional(z.string().check(z.maxLength(200, 'too_long'))) }),
    response: empty,
    download: true,
  },
})
