import { useQuery } from '@tanstack/react-query'
import type { WebsiteService } from '#contract/website-services.ts'
import { StatStrip } from '#web/components/display/stat-strip.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { useNow } from '#web/lib/browser/use-now.ts'
import { formatDate, formatDateTime, formatRelative } from '#web/lib/format/format.ts'
import { serviceTexts } from '#web/texts/services.texts.ts'
import { checkErrorText } from './service.labels.ts'
import { websiteHistoryQuery } from './service.query-options.ts'
import { ServiceUrls } from './service-urls.tsx'
import { daysUntil, formatUptime } from './uptime-days.ts'
import { WebsiteHistoryCard } from './website-history-card.tsx'

/** The availability of a website: now, in the last days, and the expiry of its certificate. */
export function WebsiteDetails({ website }: { website: WebsiteService }) {
  const now = useNow(30_000)
  const { lastCheck } = website
  const { data: history } = useQuery(websiteHistoryQuery(website.id, lastCheck?.at))
  const expiresInDays = website.certificateExpiresAt ? daysUntil(website.certificateExpiresAt, now) : null
  return (
    <>
      <WebsiteNotices website={website} expiresInDays={expiresInDays} />
      <StatStrip
        label={texts.status}
        stats={[
          { label: texts.response, value: lastCheck?.responseMs ? serviceTexts.answered(lastCheck.responseMs) : '–' },
          { label: texts.lastCheck, value: lastCheck ? formatRelative(lastCheck.at, now) : texts.never },
          { label: texts.uptime, value: history?.uptime == null ? '–' : formatUptime(history.uptime) },
          {
            label: texts.certificate,
            value: certificateValue(expiresInDays),
            note: website.certificateExpiresAt
              ? texts.certificateUntil(formatDate(website.certificateExpiresAt))
              : undefined,
          },
        ]}
      />
      <WebsiteHistoryCard website={website} />
      <ServiceUrls urls={website.urls} isFirstChecked={website.isWatched} />
    </>
  )
}

const texts = serviceTexts.website

interface WebsiteNoticesProps {
  website: WebsiteService
  expiresInDays: number | null
}

function WebsiteNotices({ website, expiresInDays }: WebsiteNoticesProps) {
  const reason = checkErrorText(website.lastCheck)
  const { certificateExpiresAt } = website
  return (
    <>
      {website.state === 'problem' && website.downSince ? (
        <Notice kind="error" title={texts.downTitle(formatDateTime(website.downSince))}>
          {reason}
        </Notice>
      ) : null}
      {website.state !== 'problem' && reason ? (
        <Notice kind="warning" title={texts.failedOnceTitle}>
          {website.isWatched ? texts.failedOnce(reason) : reason}
        </Notice>
      ) : null}
      {website.isCertificateExpiring && certificateExpiresAt && expiresInDays !== null ? (
        <Notice kind={expiresInDays < 0 ? 'error' : 'warning'}>
          {expiresInDays < 0
            ? texts.certificateGone(formatDate(certificateExpiresAt))
            : texts.certificateSoon(formatDate(certificateExpiresAt), expiresInDays)}
        </Notice>
      ) : null}
    </>
  )
}

function certificateValue(expiresInDays: number | null): string {
  if (expiresInDays === null) return texts.noCertificate
  return expiresInDays < 0 ? texts.certificateOver : texts.certificateDays(expiresInDays)
}
