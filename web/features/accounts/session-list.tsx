import { IconDeviceDesktop, IconDeviceMobile, IconDevices } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { FailedLogin, Session } from '#contract/accounts.ts'
import { type DeviceKind, deviceKind, deviceName } from '#contract/device-name.ts'
import { Button } from '#web/components/action/button.tsx'
import { Badge } from '#web/components/display/badge.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { Skeleton } from '#web/components/feedback/skeleton.tsx'
import { Pager } from '#web/components/table/pager.tsx'
import { formatDateTime, formatRelative } from '#web/lib/format/format.ts'
import { userSettingsTexts } from '#web/texts/user-settings.texts.ts'
import { sessionListQuery, sessionPageSize } from './account.query-options.ts'

const texts = userSettingsTexts.devices

/** The user's active sessions. Every device except this one can be logged out. */
export function SessionList() {
  const [page, setPage] = useState(1)
  const [revoking, setRevoking] = useState<Session>()
  const [isAsking, setAsking] = useState(false)
  const query = useQuery(sessionListQuery(page))

  if (query.isError) return <ErrorState text={texts.loadingFailed} onRetry={query.refetch} busy={query.isFetching} />
  if (!query.data) return <SessionSkeleton />

  const { count, results } = query.data
  const lastPage = Math.max(1, Math.ceil(count / sessionPageSize))
  if (page > lastPage) setPage(lastPage)
  return (
    <>
      <ul
        className="divide-y divide-hairline border-y border-hairline"
        aria-busy={query.isPlaceholderData || undefined}
      >
        {results.map(session => (
          <SessionRow
            key={session.id}
            session={session}
            onRevoke={() => {
              setRevoking(session)
              setAsking(true)
            }}
          />
        ))}
      </ul>
      {count === 1 ? <p className="mt-4 text-label text-muted">{texts.onlyThis}</p> : null}
      {count > sessionPageSize ? (
        <Pager label={texts.pagerLabel} page={page} pageSize={sessionPageSize} count={count} onPageChange={setPage} />
      ) : null}
      <LastFailedLogin login={query.data.lastFailedLogin} />
      {revoking ? (
        <Suspense>
          <RevokeDialog session={revoking} open={isAsking} onOpenChange={setAsking} />
        </Suspense>
      ) : null}
    </>
  )
}

function SessionRow({ session, onRevoke }: { session: Session; onRevoke: () => void }) {
  const Icon = icons[deviceKind(session.userAgent)]
  const name = deviceName(session.userAgent)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <span className="grid size-11 shrink-0 place-items-center rounded-control bg-sunken">
        <Icon aria-hidden="true" size={24} stroke={1.75} />
      </span>
      <div className="grid min-w-0 grow basis-60 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {name}
          {session.isCurrent ? (
            <Badge tone="green" icon="check">
              {texts.thisDevice}
            </Badge>
          ) : null}
        </p>
        <p className="flex flex-wrap gap-x-4 text-muted text-small">
          <time dateTime={session.lastSeenAt} title={formatDateTime(session.lastSeenAt)}>
            {texts.lastSeen(formatRelative(session.lastSeenAt))}
          </time>
          <span className="wrap-anywhere">{texts.address(session.address)}</span>
        </p>
        <p className="text-small text-muted">{texts.since(formatDateTime(session.createdAt))}</p>
      </div>
      {session.isCurrent ? null : (
        <Button size="small" className="phone:ml-15" aria-label={texts.revokeLabel(name)} onClick={onRevoke}>
          {texts.revoke}
        </Button>
      )}
    </li>
  )
}

/** The last failed login, which may be a guess by somebody else. */
function LastFailedLogin({ login }: { login: FailedLogin | null }) {
  return (
    <dl className="mt-5 grid gap-0.5 text-label">
      <dt className="font-semibold">{texts.lastFailed}</dt>
      <dd className="wrap-anywhere">
        {login === null ? (
          <span className="text-muted">{texts.noneFailed}</span>
        ) : (
          <time dateTime={login.at}>{texts.lastFailedFrom(formatDateTime(login.at), login.network)}</time>
        )}
      </dd>
      {login === null ? null : <dd className="text-small text-muted">{texts.lastFailedAdvice}</dd>}
    </dl>
  )
}

function SessionSkeleton() {
  return (
    <div className="border-y border-hairline">
      <div className="animate-late flex items-center gap-4 py-4">
        <Skeleton className="size-11 rounded-control" />
        <div className="grid gap-2 py-2">
          <Skeleton className="h-4 w-44" />
          <Skeleton className="h-3.5 w-60" />
          <Skeleton className="h-3.5 w-52" />
        </div>
      </div>
    </div>
  )
}

const icons: Record<DeviceKind, typeof IconDevices> = {
  phone: IconDeviceMobile,
  computer: IconDeviceDesktop,
  unknown: IconDevices,
}

/** Loaded with the first dialog: few users ever open it. */
const RevokeDialog = lazy(async () => ({ default: (await import('./revoke-dialog.tsx')).RevokeDialog }))
