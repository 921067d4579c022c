import type { ReactNode } from 'react'
import { LinkButton } from '#web/components/navigation/link-button.tsx'
import { homeTexts } from '#web/texts/home.texts.ts'
import { HeroRings } from './hero-rings.tsx'

export interface HeroProps {
  heading: string
  introduction: string
  /** Target of the second button. */
  portalLink: '/customer-portal/home' | '/admin-portal/home'
  /** The picture on the rings. */
  children: ReactNode
}

/** The first screen of the homepage: the business in one sentence, in front of the rings. */
export function Hero({ heading, introduction, portalLink, children }: HeroProps) {
  return (
    <section
      aria-labelledby="startseite"
      className="relative isolate grid items-center overflow-clip border-hairline border-b"
    >
      <div className="page-width grid items-center gap-x-12 gap-y-10 py-12 sm:py-16 lg:min-h-[35rem] lg:grid-cols-[1.15fr_1fr]">
        <div className="max-w-[38rem]">
          <h1 id="startseite" tabIndex={-1} className="text-hero">
            {heading}
          </h1>
          {introduction ? <p className="mt-6 max-w-[33rem] text-lead text-muted">{introduction}</p> : null}
          <div className="mt-8 flex flex-wrap gap-3">
            <LinkButton to="/contact" variant="primary" fullOnPhone>
              {homeTexts.contact}
            </LinkButton>
            <LinkButton to={portalLink} fullOnPhone>
              {homeTexts.toPortal}
            </LinkButton>
          </div>
        </div>
        <div className="relative grid min-h-72 place-items-center">
          <HeroRings />
          {children}
        </div>
      </div>
    </section>
  )
}
