import type { ReactNode } from 'react'
import type { PublicBusinessProfile } from '#contract/business-profile.ts'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { usePublicProfile } from '#web/lib/session/public-profile.ts'

export interface ProfileGateProps {
  failureText: string
  /** Heading of a page that is empty without the profile. */
  heading?: string
  children: (profile: PublicBusinessProfile) => ReactNode
}

/** Renders content that needs the business profile: a skeleton while it loads, and a retry button if it fails. */
export function ProfileGate({ failureText, heading, children }: ProfileGateProps) {
  const { data, isError, refetch, isFetching } = usePublicProfile()
  if (data) return children(data)
  const state = (
    <div className="max-w-reading">
      {isError ? <ErrorState text={failureText} onRetry={refetch} busy={isFetching} /> : <SkeletonText lines={8} />}
    </div>
  )
  if (heading === undefined) return state
  return (
    <div className="page-width py-10 sm:py-14">
      <h1 tabIndex={-1} className="mb-8 text-title">
        {heading}
      </h1>
      {state}
    </div>
  )
}
