import { lazy, type ReactNode, Suspense } from 'react'
import type { PublicBusinessProfile } from '#contract/business-profile.ts'
import { EnergyCard } from '#web/features/power-master/energy-card.tsx'
import { Facts } from '#web/features/public-site/facts.tsx'
import { hasServices } from '#web/features/public-site/has-services.ts'
import { Hero } from '#web/features/public-site/hero.tsx'
import { homeTexts } from '#web/texts/home.texts.ts'

export interface HomeContentProps {
  profile: Pick<PublicBusinessProfile, 'companyName' | 'claim' | 'homepage'> | undefined
  /** Target of the second button. */
  portalLink: '/customer-portal/home' | '/admin-portal/home'
  /** Replaces the profile's contents while there are none. */
  children?: ReactNode
}

/** The contents of the homepage, without empty parts. Also the preview in the settings. */
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
