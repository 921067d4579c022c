import { backups } from '#contract/backups.ts'
import { bind } from '#server/http/bind.ts'
import { startBackup } from './backup.commands.ts'
import { presentBackup, presentBackupPlace } from './backup.present.ts'
import { getBackupSummary, listBackups } from './backup.queries.ts'
import { downloadBackup, openDownload } from './backup-download.commands.ts'

export const backupRoutes = bind('backups', backups, {
  list: async ({ db, scope }, { query }) => {
    const { count, rows } = await listBackups(db, scope, query)
    return { count, results: rows.map(presentBackup) }
  },
  start: async context => presentBackup(await startBackup(context)),
  place: async ({ config, engine }) => presentBackupPlace(config, engine),
  openDownload: (context, { params }) => openDownload(context, params.id),
  download: (context, { params, query }) => downloadBackup(context, params.id, query.grant ?? ''),
  summary: async context => {
    const { health, lastProven, latest } = await getBackupSummary(context)
    return { health, lastProven: lastProven && presentBackup(lastProven), latest: latest && presentBackup(latest) }
  },
})
