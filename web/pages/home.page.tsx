import { lazy, Suspense } from 'react'
import { portalHome } from '#web/app/paths.ts'
import { usePublicProfile } from '#web/lib/session/public-profile.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { homeTexts } from '#web/texts/home.texts.ts'
import { HomeContent } from './home-content.tsx'

/** /: the business's offer, in its own words. */
export function HomePage() {
  const { user, impersonation } = useSession()
  const { data: profile, refetch, isFetching, isError } = usePublicProfile()
  return (
    <HomeContent profile={profile} portalLink={portalHome(user && !impersonation ? user.role : 'customer')}>
      <div className="page-width py-10">
        <Suspense>
          {isError ? (
            <ErrorState text={homeTexts.loadingFailed} onRetry={refetch} busy={isFetching} />
          ) : (
            <SkeletonText lines={8} />
          )}
        </Suspense>
      </div>
    </HomeContent>
  )
}

const ErrorState = lazy(async () => ({
  default: (await import('#web/components/feedback/error-state.tsx')).ErrorState,
}))
/** The profile usually loads before the page. */
const SkeletonText = lazy(async () => ({
  default: (await import('#web/components/feedback/skeleton.tsx')).SkeletonText,
}))
