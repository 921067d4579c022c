import { lazy, type ReactNode, Suspense } from 'react'
import type { PublicBusinessProfile } from '#contract/business-profile.ts'
import { EnergyCard } from '#web/features/power-master/energy-card.tsx'
import { Facts } from '#web/features/public-site/facts.tsx'
import { hasServices } from '#web/features/public-site/has-services.ts'
import { Hero } from '#web/features/public-site/hero.tsx'
import { homeTexts } from '#web/texts/home.texts.ts'

export interface HomeContentProps {
  profile: Pick<PublicBusinessProfile, 'companyName' | 'claim' | 'homepage'> | undefined
  /** Where the second button leads. */
  portalLink: '/customer-portal/home' | '/admin-portal/home'
  /** In the place of what the profile says, while there is none. */
  children?: ReactNode
}

/** What the homepage shows; what the profile leaves empty is left out. The settings show it while it is written. */
export function HomeContent({ profile, portalLink, children }: HomeContentProps) {
  const { homepage } = profile ?? {}
  const heading = homepage?.heading || profile?.claim || profile?.companyName || homeTexts.heading
  return (
    <>
      <Hero heading={heading} introduction={homepage?.introduction ?? ''} portalLink={portalLink}>
        <EnergyCard />
      </Hero>
      {homepage ? (
        <>
          {homepage.facts.length > 0 ? <Facts facts={homepage.facts} /> : null}
          <Suspense fallback={<div className={hasServices(homepage) ? 'min-h-[60rem]' : ''} />}>
            <HomeSections homepage={homepage} />
          </Suspense>
        </>
      ) : (
        children
      )}
    </>
  )
}

const HomeSections = lazy(async () => ({ default: (await import('./home-sections.tsx')).HomeSections }))
