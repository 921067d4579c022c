import { IconBriefcase, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ServiceCredential, ServiceCredentialReveal } from '#contract/service-credentials.ts'
import type { Service } from '#contract/services.ts'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { CsvButton } from '#web/components/table/csv-button.tsx'
import { Pager } from '#web/components/table/pager.tsx'
import type { CsvColumn } from '#web/lib/format/csv.ts'
import { formatDateTime, formatRelative } from '#web/lib/format/format.ts'
import { credentialTexts } from '#web/texts/credentials.texts.ts'
import { loadReveals, revealPageSize, revealsQuery } from './service-credential.query-options.ts'

interface RevealListProps {
  credential: ServiceCredential
  /** The service that the password belongs to, whose page this is. */
  service: Pick<Service, 'name'>
}

/** Who revealed the password of a credential, and when. */
export function RevealList({ credential, service }: RevealListProps) {
  const [page, setPage] = useState(1)
  const query = useQuery(revealsQuery(credential.id, page))
  if (query.isError) return <ErrorState text={texts.failed} onRetry={query.refetch} busy={query.isFetching} />
  if (!query.data) return <SkeletonText lines={5} />
  const { count, results } = query.data
  if (count === 0) return <EmptyState text={texts.empty} />
  const isStaff = credential.permissions.includes('update')
  const object = texts.object(credential.label, service.name)
  const sides = isStaff ? texts.forStaff : texts.forCustomer
  return (
    <>
      {isStaff ? (
        <div className="mb-2 flex justify-end">
          <CsvButton
            name={texts.csv.name(credential.label, service.name)}
            columns={csvColumns}
            rowKey={({ id }) => id}
            loadPage={(paging, signal) => loadReveals(credential.id, paging, signal)}
          />
        </div>
      ) : null}
      <ul className="divide-y divide-hairline" aria-busy={query.isPlaceholderData || undefined}>
        {results.map(reveal => (
          <RevealRow key={reveal.id} reveal={reveal} side={reveal.isOwn ? sides.own : sides.business} object={object} />
        ))}
      </ul>
      {count > revealPageSize ? (
        <Pager label={texts.pagerLabel} page={page} pageSize={revealPageSize} count={count} onPageChange={setPage} />
      ) : null}
    </>
  )
}

const texts = credentialTexts.reveals

const csvColumns: readonly CsvColumn<ServiceCredentialReveal>[] = [
  { header: texts.csv.who, kind: 'text', value: ({ actorName }) => actorName },
  {
    header: texts.csv.side,
    kind: 'text',
    value: ({ isOwn }) => (isOwn ? texts.forStaff.own : texts.forStaff.business),
  },
  { header: texts.csv.at, kind: 'moment', value: ({ at }) => at },
]

function RevealRow({ reveal, side, object }: { reveal: ServiceCredentialReveal; side: string; object: string }) {
  const Icon = reveal.isOwn ? IconUser : IconBriefcase
  return (
    <li className="flex items-start gap-4 py-3.5">
      <span className="grid size-9 shrink-0 place-items-center rounded-control bg-sunken">
        <Icon aria-hidden="true" size={20} stroke={1.75} />
      </span>
      <div className="grid min-w-0 gap-0.5">
        <p className="wrap-anywhere text-label">
          <span className="font-semibold">{reveal.actorName}</span> <span className="text-muted">({side})</span>
        </p>
        <p className="wrap-anywhere text-small text-muted">{object}</p>
        <time dateTime={reveal.at} title={formatRelative(reveal.at)} className="text-small text-muted">
          {formatDateTime(reveal.at)}
        </time>
      </div>
    </li>
  )
}
