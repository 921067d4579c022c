import { IconDatabaseExport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { backups } from '#contract/backups.ts'
import type { Answer } from '#contract/endpoint.ts'
import { Notice } from '#web/components/feedback/notice.tsx'
import { formatBytes, formatDateTime, joinFacts } from '#web/lib/format/format.ts'
import { backupTexts } from '#web/texts/backups.texts.ts'
import { backupReasonText } from './backup.labels.ts'
import { backupSummaryQuery } from './backup.query-options.ts'

const texts = backupTexts

interface LastBackupProps {
  /** Link to all backups. */
  more: ReactNode
}

/** Shown only while backups have a problem: which, and why. */
export function BackupWarning({ more }: Partial<LastBackupProps>) {
  const { data } = useQuery(backupSummaryQuery())
  if (!data || data.health === 'good' || data.health === 'none_yet') return null
  const { health, lastProven, latest } = data
  const reason = latest && latest.state !== 'proven' ? backupReasonText(latest.reason) : ''
  return (
    <Notice
      kind={health === 'failed' ? 'error' : 'warning'}
      title={health === 'failed' ? texts.failedTitle : texts.oldTitle}
      action={more}
    >
      {reason === '' ? null : <p>{reason}</p>}
      <p>{lastProven ? texts.lastWas(formatDateTime(lastProven.startedAt)) : texts.neverWas}</p>
    </Notice>
  )
}

/** The time of the last verified backup, in one line. */
export function LastBackup({ more }: LastBackupProps) {
  const { data, isError } = useQuery(backupSummaryQuery())
  if (isError && !data) return <p className="text-label text-muted">{texts.lastFailed}</p>
  return (
    <p className="flex items-start gap-2 text-label text-muted">
      <IconDatabaseExport aria-hidden="true" size={18} className="mt-0.5 shrink-0" />
      <span>
        {`${texts.last}: ${data ? lastText(data) : '…'}\u00a0·`} {more}
      </span>
    </p>
  )
}

function lastText({ health, lastProven }: Answer<typeof backups.summary>): string {
  if (lastProven === null) return health === 'none_yet' ? texts.lastNone : texts.lastMissing
  const size = lastProven.sizeBytes === null ? null : formatBytes(lastProven.sizeBytes)
  return joinFacts([formatDateTime(lastProven.startedAt), size])
}
