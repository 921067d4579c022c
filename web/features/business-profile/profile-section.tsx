import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '#web/components/error-state.tsx'
import { SkeletonText } from '#web/components/skeleton.tsx'
import { businessProfileTexts } from '#web/texts/business-profile.ts'
import { ProfileForm } from './profile-form.tsx'
import { businessProfileQuery } from './queries.ts'

/** The business profile with its form. */
export function ProfileSection() {
  const { data: profile, isError, refetch, isFetching } = useQuery(businessProfileQuery())
  return (
    <section aria-labelledby="profile-heading" className="grid gap-5">
      <div>
        <h2 id="profile-heading" className="text-heading">
          {businessProfileTexts.title}
        </h2>
        <p className="mt-1 max-w-reading text-muted">{businessProfileTexts.lead}</p>
      </div>
      {profile ? <ProfileForm profile={profile} /> : null}
      {!profile && isError ? (
        <ErrorState text={businessProfileTexts.failed} onRetry={refetch} busy={isFetching} />
      ) : null}
      {!profile && !isError ? <SkeletonText lines={8} /> : null}
    </section>
  )
}
