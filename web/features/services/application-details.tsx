import type { ApplicationService } from '#contract/application-services.ts'
import { StatStrip } from '#web/components/display/stat-strip.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { useNow } from '#web/lib/browser/use-now.ts'
import { formatDateTime, formatRelative } from '#web/lib/format/format.ts'
import { serviceTexts } from '#web/texts/services.texts.ts'
import { periodText } from './service.labels.ts'

/** An application's last heartbeat and version. */
export function ApplicationDetails({ application }: { application: ApplicationService }) {
  const now = useNow(30_000)
  const { lastAlive, silentSince, version, periodMinutes } = application
  return (
    <>
      {application.isSilent ? (
        <Notice kind="error" title={texts.silentTitle(formatDateTime(silentSince ?? lastAlive ?? ''))}>
          {texts.silentText(periodText(periodMinutes))}
        </Notice>
      ) : null}
      {lastAlive === null ? (
        <Notice kind="info" title={texts.neverTitle}>
          {texts.neverText}
        </Notice>
      ) : null}
      <StatStrip
        label={texts.status}
        stats={[
          {
            label: texts.lastAlive,
            value: lastAlive ? formatRelative(lastAlive, now) : texts.never,
            note: lastAlive ? formatDateTime(lastAlive) : undefined,
          },
          { label: texts.version, value: version || texts.noVersion },
          { label: texts.period, value: texts.atMost(periodText(periodMinutes)) },
        ]}
      />
    </>
  )
}

const texts = serviceTexts.application
