import { IconDownload, IconPackage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { CustomerExport } from '#contract/customer-exports.ts'
import { Button } from '#web/components/action/button.tsx'
import { StateBadge, type StateLooks } from '#web/components/display/state-badge.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { ProgressBar } from '#web/components/feedback/progress-bar.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { formatBytes, formatDateTime, joinFacts } from '#web/lib/format/format.ts'
import { wordOf } from '#web/lib/format/word-of.ts'
import { privacyTexts, type Speaker } from '#web/texts/privacy.texts.ts'
import { useDownloadExport, useRequestExport } from './privacy.mutations.ts'
import { exportsQuery, isOnItsWay } from './privacy.query-options.ts'

const texts = privacyTexts.export

export interface ExportSettingProps {
  customerId: string
  speaker: Speaker
}

/** All stored data of a customer as a ZIP file: request, progress and download. */
export function ExportSetting({ customerId, speaker }: ExportSettingProps) {
  const query = useQuery(exportsQuery(customerId))
  const ask = useRequestExport(customerId)
  const isRunning = query.data?.results.some(isOnItsWay) ?? false

  async function start() {
    await ask.mutateAsync()
    showSuccess(texts.asked)
  }
  return (
    <div className="grid gap-5">
      <p className="text-label">{texts.text[speaker]}</p>
      <div>
        <Button
          icon={<IconPackage />}
          busy={ask.isPending || isRunning}
          fullOnPhone
          onClick={() => void start().catch(showFailure)}
        >
          {texts.ask[speaker]}
        </Button>
      </div>
      <ExportList query={query} customerId={customerId} speaker={speaker} />
    </div>
  )
}

interface ExportListProps extends ExportSettingProps {
  query: ReturnType<typeof useQuery<{ count: number; results: CustomerExport[] }>>
}

function ExportList({ query, customerId, speaker }: ExportListProps) {
  if (query.isError && !query.data) {
    return <ErrorState text={texts.loadingFailed} onRetry={query.refetch} busy={query.isFetching} />
  }
  if (!query.data) return <SkeletonText lines={2} />
  const { count, results } = query.data
  if (count === 0) return <p className="text-label text-muted">{texts.none[speaker]}</p>
  return (
    <ul aria-label={texts.listLabel} className="divide-y divide-hairline border-y border-hairline">
      {results.map(item => (
        <ExportRow key={item.id} item={item} customerId={customerId} speaker={speaker} />
      ))}
    </ul>
  )
}

function ExportRow({ item, customerId, speaker }: ExportSettingProps & { item: CustomerExport }) {
  const download = useDownloadExport(customerId)
  const moment = formatDateTime(item.createdAt)
  return (
    <li className="grid gap-2.5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 font-semibold">{texts.name(moment)}</p>
        <span aria-live="polite">
          <StateBadge state={item.state} looks={exportLooks} />
        </span>
      </div>
      {isOnItsWay(item) ? (
        <ProgressBar
          label={texts.progressLabel}
          value={item.stepsDone}
          max={item.stepsCount}
          text={texts.progress(item.stepsDone, item.stepsCount)}
        />
      ) : null}
      <p className="text-label text-muted">{joinFacts([exportStateText(item), requesterText(item, speaker)])}</p>
      {item.permissions.includes('download') ? (
        <div>
          <Button
            icon={<IconDownload />}
            busy={download.isPending}
            fullOnPhone
            aria-label={texts.downloadLabel(moment)}
            onClick={() => download.mutate(item.id, { onError: showFailure })}
          >
            {texts.download}
          </Button>
        </div>
      ) : null}
    </li>
  )
}

function exportStateText({ state, stepsDone, stepsCount, sizeBytes, expiresAt }: CustomerExport): string | null {
  if (state === 'failed') return texts.failed
  if (state === 'expired') return texts.expired
  if (state !== 'ready') return texts.progress(stepsDone, stepsCount)
  return sizeBytes === null || expiresAt === null
    ? null
    : texts.readyUntil(formatDateTime(expiresAt), formatBytes(sizeBytes))
}

/** Omitted for the user's own requests. */
function requesterText({ askedBy }: CustomerExport, speaker: Speaker): string | null {
  if (askedBy === speaker) return null
  return askedBy === 'admin' ? texts.byAdmin : texts.byCustomer
}

const exportLooks: StateLooks<CustomerExport['state']> = {
  looks: {
    waiting: ['amber', 'clock'],
    running: ['blue', 'half'],
    ready: ['green', 'check'],
    failed: ['red', 'exclamation'],
    expired: ['grey', 'cross'],
  },
  text: state => wordOf(texts.states, state) ?? texts.unknownState,
}
