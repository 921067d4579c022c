import { lazy, Suspense } from 'react'
import type { PublicBusinessProfile } from '#contract/settings.ts'
import { portalHome } from '#web/app/paths.ts'
import { EnergyCard } from '#web/features/power-master/energy-card.tsx'
import { Facts } from '#web/features/public-site/facts.tsx'
import { hasServices } from '#web/features/public-site/has-services.ts'
import { Hero } from '#web/features/public-site/hero.tsx'
import { usePublicProfile } from '#web/lib/public-profile.ts'
import { useSession } from '#web/lib/use-session.ts'
import { homeTexts } from '#web/texts/home.ts'

/** /: what the business offers, in its own words. What its profile leaves empty is left out. */
export function HomePage() {
  const { user, asUser } = useSession()
  const { data: profile, refetch, isFetching } = usePublicProfile()
  const portalLink = portalHome(user && !asUser ? user.role : 'customer')

  return (
    <>
      <Hero heading={headingOf(profile)} introduction={profile?.homepage.introduction ?? ''} portalLink={portalLink}>
        <EnergyCard />
      </Hero>
      {profile ? (
        <>
          {profile.homepage.facts.length > 0 ? <Facts facts={profile.homepage.facts} /> : null}
          <Suspense fallback={<div className={hasServices(profile.homepage) ? 'min-h-[60rem]' : ''} />}>
            <HomeSections homepage={profile.homepage} />
          </Suspense>
        </>
      ) : (
        <div className="page-width py-10">
          <Suspense>
            <ErrorState text={homeTexts.loadingFailed} onRetry={refetch} busy={isFetching} />
          </Suspense>
        </div>
      )}
    </>
  )
}

const ErrorState = lazy(async () => ({ default: (await import('#web/components/error-state.tsx')).ErrorState }))
const HomeSections = lazy(async () => ({ default: (await import('./home-sections.tsx')).HomeSections }))

function headingOf(profile: PublicBusinessProfile | undefined): string {
  return profile?.homepage.heading || profile?.claim || profile?.companyName || homeTexts.heading
}
