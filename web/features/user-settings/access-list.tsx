import { IconDownload, IconEye, IconEyeOff, IconKey, IconPackage, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { AuditEntry } from '#contract/operations.ts'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import { Pager } from '#web/components/table/pager.tsx'
import { formatDateTime, formatRelative } from '#web/lib/format/format.ts'
import { userSettingsTexts } from '#web/texts/user-settings.texts.ts'
import { accessPageSize, accessQuery } from './user-settings.query-options.ts'

const texts = userSettingsTexts.access

interface AccessListProps {
  /** The customer's page of the viewed item, if there is one. */
  subjectLink: (entry: AuditEntry) => LinkProps | undefined
}

/** Which staff members viewed the portal as this customer, accessed their data or changed their record. */
export function AccessList({ subjectLink }: AccessListProps) {
  const [page, setPage] = useState(1)
  const query = useQuery(accessQuery(page))
  if (query.isError) return <ErrorState text={texts.failed} onRetry={query.refetch} busy={query.isFetching} />
  if (!query.data) return <SkeletonText lines={4} />
  const { count, results } = query.data
  if (count === 0) return <p className="text-label text-muted">{texts.empty}</p>
  return (
    <>
      <ul
        className="divide-y divide-hairline border-y border-hairline"
        aria-busy={query.isPlaceholderData || undefined}
      >
        {results.map(entry => (
          <AccessRow key={entry.id} entry={entry} link={subjectLink(entry)} />
        ))}
      </ul>
      {count > accessPageSize ? (
        <Pager label={texts.pagerLabel} page={page} pageSize={accessPageSize} count={count} onPageChange={setPage} />
      ) : null}
    </>
  )
}

function AccessRow({ entry, link }: { entry: AuditEntry; link: LinkProps | undefined }) {
  const Icon = icons[entry.action] ?? IconPencil
  return (
    <li className="flex items-start gap-4 py-3.5">
      <span className="grid size-9 shrink-0 place-items-center rounded-control bg-sunken">
        <Icon aria-hidden="true" size={20} stroke={1.75} />
      </span>
      <div className="grid min-w-0 gap-0.5">
        <p className="wrap-anywhere text-label">{sentenceOf(entry, link)}</p>
        <time dateTime={entry.at} title={formatRelative(entry.at)} className="text-small text-muted">
          {formatDateTime(entry.at)}
        </time>
      </div>
    </li>
  )
}

function sentenceOf(entry: AuditEntry, link: LinkProps | undefined): ReactNode {
  const { action, actorName, isProgram, details } = entry
  const who = isProgram || actorName === '' ? texts.portal : actorName
  const sentenceOf = texts.looked[action]
  if (!sentenceOf) {
    const fields = details.split(', ').flatMap(name => texts.fields[name] ?? [])
    return texts.changed(who, fields)
  }
  const [before, behind] = sentenceOf(who)
  if (behind === undefined) return before
  const object = objectOf(entry)
  return (
    <>
      {before}
      {link ? <TextLink {...link}>{object}</TextLink> : object}
      {behind}
    </>
  )
}

/** The item that was viewed; its number or label is known even after its deletion. */
function objectOf({ action, subject, details }: AuditEntry): string {
  if (action === 'service_credential.revealed') return texts.password(details, subject?.of ?? '')
  return subject?.name || details
}

const icons: Readonly<Record<string, typeof IconEye>> = {
  'as_user.started': IconEye,
  'as_user.ended': IconEyeOff,
  'service_credential.revealed': IconKey,
  'invoice.downloaded': IconDownload,
  'invoice.password_revealed': IconKey,
  'request.attachment_downloaded': IconDownload,
  'ticket.attachment_downloaded': IconDownload,
  'customer.erasure_asked': IconTrash,
  'energy_site.viewed': IconEye,
  'customer_export.asked': IconPackage,
  'customer_export.downloaded': IconDownload,
}
