import { IconDatabaseExport, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Backup } from '#contract/backups.ts'
import { Button } from '#web/components/action/button.tsx'
import { StateBadge } from '#web/components/display/state-badge.tsx'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { Notice } from '#web/components/feedback/notice.tsx'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { showToast } from '#web/components/feedback/toast.ts'
import { ListSection } from '#web/components/list/list-section.tsx'
import type { ListView } from '#web/components/list/list-view.ts'
import type { TableColumn } from '#web/components/table/table-column.ts'
import type { CsvColumn } from '#web/lib/format/csv.ts'
import { formatBytes, formatCount, formatDateTime } from '#web/lib/format/format.ts'
import { backupTexts } from '#web/texts/backups.texts.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { backupEndText, backupKindText, backupLooks, backupReasonText } from './backup.labels.ts'
import { useDownloadBackup, useStartBackup } from './backup.mutations.ts'
import { type BackupFilter, backupsQuery, isRunning, loadBackups } from './backup.query-options.ts'
import { BackupWarning } from './last-backup.tsx'
import { RestoreSteps } from './restore-steps.tsx'
import { RunningBackup } from './running-backup.tsx'

const texts = backupTexts

interface BackupSectionProps {
  filter: BackupFilter
  /** Called with changes. A correction replaces the history entry. */
  onFilterChange: (change: BackupFilter, isCorrection?: boolean) => void
}

/** The list of backups with the button to start one. */
export function BackupSection({ filter, onFilterChange }: BackupSectionProps) {
  const { data } = useQuery(backupsQuery(filter))
  const running = data?.results.find(isRunning)
  const start = useStartBackup()
  const download = useDownloadBackup()
  useEndToast(data?.results)

  function save(backup: Backup) {
    download.mutate(backup, { onSuccess: () => showSuccess(texts.downloading), onError: showFailure })
  }
  const begin = () => start.mutate(undefined, { onSuccess: () => showSuccess(texts.started), onError: showFailure })

  return (
    <ListSection
      list={backupListView}
      titleId="backups-heading"
      headingLevel={1}
      lead={texts.lead}
      filter={filter}
      onFilterChange={onFilterChange}
      actions={
        <Button
          variant="primary"
          icon={<IconDatabaseExport />}
          busy={start.isPending || running !== undefined}
          onClick={begin}
        >
          {texts.start}
        </Button>
      }
      above={
        <>
          <BackupWarning />
          <Notice kind="info">{texts.keysNote}</Notice>
          {running ? <RunningBackup backup={running} /> : null}
        </>
      }
      rowButton={backup =>
        backup.permissions.includes('download')
          ? { label: texts.download, icon: <IconDownload />, onSelect: () => save(backup) }
          : undefined
      }
      isQuiet={running !== undefined}
      empty={texts.empty}
      skeletonRows={5}
    >
      <RestoreSteps file={data?.results.find(({ permissions }) => permissions.includes('download'))?.file} />
    </ListSection>
  )
}

/** Shows the result of a backup whose progress was on the screen. */
function useEndToast(results: readonly Backup[] | undefined): void {
  const [watchedId, setWatchedId] = useState<string | null>(null)
  const runningId = results?.find(isRunning)?.id ?? null
  const ended = runningId === null ? results?.find(({ id }) => id === watchedId) : undefined
  useEffect(() => {
    if (runningId !== null) setWatchedId(runningId)
    if (ended === undefined) return
    setWatchedId(null)
    const isGood = ended.state === 'proven'
    showToast({
      kind: isGood ? 'success' : 'error',
      title: isGood ? commonTexts.succeeded : commonTexts.failed,
      message: backupEndText(ended),
    })
  }, [runningId, ended])
}

const columns: readonly TableColumn<Backup>[] = [
  {
    key: 'startedAt',
    header: texts.columns.startedAt,
    cell: backup => <span className="font-medium">{formatDateTime(backup.startedAt)}</span>,
    note: backup => backupKindText(backup.kind),
    width: '16rem',
    phone: 'title',
  },
  {
    key: 'state',
    header: texts.columns.state,
    cell: backup => <StateBadge state={backup.state} looks={backupLooks} />,
    note: backup =>
      backup.provenAt ? texts.provenNote(formatDateTime(backup.provenAt)) : backupReasonText(backup.reason),
  },
  {
    key: 'size',
    header: texts.columns.size,
    cell: backup => (backup.sizeBytes === null ? '' : formatBytes(backup.sizeBytes)),
    align: 'end',
    width: '7rem',
  },
  {
    key: 'rows',
    header: texts.columns.rows,
    cell: backup => (backup.rowsCount === null ? '' : formatCount(backup.rowsCount)),
    align: 'end',
    width: '8rem',
    from: 'lg',
    phone: 'hidden',
  },
]

/** CSV columns. */
const backupCsv: readonly CsvColumn<Backup>[] = [
  { header: texts.columns.startedAt, kind: 'moment', value: backup => backup.startedAt },
  { header: texts.columns.kind, kind: 'text', value: backup => backupKindText(backup.kind) },
  { header: texts.columns.state, kind: 'text', value: backup => backupLooks.text(backup.state) },
  { header: texts.columns.provenAt, kind: 'moment', value: backup => backup.provenAt },
  { header: texts.columns.file, kind: 'text', value: backup => backup.file },
  { header: texts.columns.bytes, kind: 'count', value: backup => backup.sizeBytes },
  { header: texts.columns.rows, kind: 'count', value: backup => backup.rowsCount },
  { header: texts.columns.audit, kind: 'count', value: backup => backup.auditLines },
  { header: texts.columns.reason, kind: 'text', value: backup => backupReasonText(backup.reason) },
  { header: texts.columns.detail, kind: 'text', value: backup => backup.detail },
]

const backupListView: ListView<Backup, BackupFilter> = {
  title: texts.title,
  failed: texts.failed,
  query: backupsQuery,
  loadPage: loadBackups,
  rowName: backup => formatDateTime(backup.startedAt),
  columns: () => columns,
  csv: async () => backupCsv,
}
