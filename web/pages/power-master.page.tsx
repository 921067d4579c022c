import { lazy } from 'react'
import type { PowerMaster } from '#contract/business-profile.ts'
import { WhenNear } from '#web/components/feedback/when-near.tsx'
import { LinkButton } from '#web/components/navigation/link-button.tsx'
import { DayPlan } from '#web/features/power-master/day-plan.tsx'
import { EnergyCard } from '#web/features/power-master/energy-card.tsx'
import { Principle } from '#web/features/power-master/principle.tsx'
import { ContactBand } from '#web/features/public-site/contact-band.tsx'
import { DeviceNames } from '#web/features/public-site/device-names.tsx'
import { HeroRings } from '#web/features/public-site/hero-rings.tsx'
import { ProfileGate } from '#web/features/public-site/profile-gate.tsx'
import { SectionIcon } from '#web/features/public-site/section-icon.tsx'
import { usePublicProfile } from '#web/lib/session/public-profile.ts'
import { powerMasterTexts } from '#web/texts/power-master.texts.ts'
import { pageNotFound } from './row-not-found.ts'

/** The bars of energy are backgrounds, which browsers leave out on paper. */
const printedInColour = { printColorAdjust: 'exact' } as const

/**
 * /power-master: PowerMaster's functions, the plan of a day, and its uses, in the business's words. Dark even in light
 * mode.
 */
export function PowerMasterPage() {
  const { data: profile } = usePublicProfile()
  // If the business hides the page it does not exist, and the server answers with 404 too.
  if (profile?.powerMaster.isShown === false) throw pageNotFound()
  return (
    <div className="scheme-dark bg-night text-on-night">
      <ProfileGate failureText={powerMasterTexts.failed} heading={powerMasterTexts.title}>
        {({ powerMaster, homepage }) => (
          <>
            <Opening powerMaster={powerMaster} />
            <div className="page-width">
              {powerMaster.principle.length > 0 ? (
                <section aria-labelledby="prinzip" className="pt-section">
                  <h2 id="prinzip" className="mb-10 text-section">
                    {powerMaster.principleTitle || powerMasterTexts.principleTitle}
                  </h2>
                  <Principle steps={powerMaster.principle} />
                </section>
              ) : null}
              <section aria-labelledby="tagesplan" className="pt-section" style={printedInColour}>
                <h2 id="tagesplan" className="text-section">
                  {powerMaster.dayTitle || powerMasterTexts.dayTitle}
                </h2>
                <p className="mt-4 mb-8 max-w-form text-lead text-muted">{powerMaster.dayLead}</p>
                <DayPlan />
              </section>
              <section aria-labelledby="ausprobieren" className="pt-section">
                <h2 id="ausprobieren" className="text-section">
                  {powerMasterTexts.tryTitle}
                </h2>
                <p className="mt-4 mb-8 max-w-form text-lead text-muted">{powerMasterTexts.tryLead}</p>
                <WhenNear className="min-h-51">
                  <WhatIf />
                </WhenNear>
              </section>
              <Fits powerMaster={powerMaster} devices={homepage.devices} />
            </div>
            {powerMaster.contactTitle || powerMaster.contactText ? (
              <ContactBand
                heading={powerMaster.contactTitle || powerMasterTexts.contact}
                text={powerMaster.contactText}
              />
            ) : null}
          </>
        )}
      </ProfileGate>
    </div>
  )
}

const WhatIf = lazy(async () => ({ default: (await import('#web/features/power-master/what-if.tsx')).WhatIf }))

function Opening({ powerMaster }: { powerMaster: PowerMaster }) {
  return (
    <section aria-labelledby="power-master" className="relative isolate overflow-clip border-hairline border-b">
      <div className="page-width grid items-center gap-x-12 gap-y-12 py-12 sm:py-20 lg:grid-cols-[1.15fr_1fr]">
        <div className="max-w-[38rem]">
          <p className="mb-4 font-semibold text-primary">{powerMasterTexts.title}</p>
          <h1 id="power-master" tabIndex={-1} className="text-hero">
            {powerMaster.heading}
          </h1>
          <p className="mt-6 max-w-[33rem] text-lead text-muted">{powerMaster.lead}</p>
          <div className="mt-8 flex flex-wrap gap-3">
            <LinkButton to="/contact" variant="primary" fullOnPhone>
              {powerMasterTexts.contact}
            </LinkButton>
            <LinkButton to="/power-master" hash="tagesplan" fullOnPhone>
              {powerMasterTexts.toDayPlan}
            </LinkButton>
          </div>
        </div>
        <div className="relative grid place-items-center" style={printedInColour}>
          <HeroRings />
          <EnergyCard />
        </div>
      </div>
    </section>
  )
}

interface FitsProps {
  powerMaster: PowerMaster
  devices: Parameters<typeof DeviceNames>[0]['devices']
}

function Fits({ powerMaster: { fits, fitsTitle }, devices }: FitsProps) {
  if (fits.length === 0 && devices.length === 0) return <div className="pt-section" />
  return (
    <section aria-labelledby="passt" className="pt-section">
      <h2 id="passt" className="mb-10 text-section">
        {fitsTitle || powerMasterTexts.fitsTitle}
      </h2>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {fits.map(fit => (
          <li key={fit.title} className="rounded-card border border-hairline bg-surface p-6">
            <SectionIcon name={fit.icon} />
            <h3 className="mt-5 text-heading">{fit.title}</h3>
            <p className="mt-2 text-label text-muted">{fit.text}</p>
          </li>
        ))}
      </ul>
      {devices.length > 0 ? <DeviceNames heading={powerMasterTexts.devicesTitle} devices={devices} /> : null}
    </section>
  )
}
