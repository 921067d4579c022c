/** Pages that links in mails open: while the link is checked, and once there is nothing left to do. */
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { hasCode } from '#web/lib/api/api-error.ts'
import { AccountFrame, type AccountFrameProps } from './account-frame.tsx'
import { Outcome, type OutcomeProps } from './outcome.tsx'

interface LinkCheckProps extends Pick<AccountFrameProps, 'title' | 'width'> {
  /** The query of the link. */
  query: { error: unknown; refetch: () => unknown; isFetching: boolean }
  /** Shown if the query failed. */
  failed: string
  lines?: number
}

/** The page until its link is known, or with the error why it is not. */
export function LinkCheck({ title, width, query, failed, lines = 5 }: LinkCheckProps) {
  const { error, refetch, isFetching } = query
  return (
    <AccountFrame title={title} width={error ? 'narrow' : width}>
      {error ? (
        <ErrorState text={hasCode(error, 'throttled') ? error.title : failed} onRetry={refetch} busy={isFetching} />
      ) : (
        <SkeletonText lines={lines} />
      )}
    </AccountFrame>
  )
}

/** The page with the result only. */
export function LinkOutcome({ page, ...outcome }: { page: string } & OutcomeProps) {
  return (
    <AccountFrame title={page}>
      <Outcome {...outcome} />
    </AccountFrame>
  )
}
