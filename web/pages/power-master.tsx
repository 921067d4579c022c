import { LinkButton } from '#web/components/link-button.tsx'
import { DayPlan } from '#web/features/power-master/day-plan.tsx'
import { EnergyCard } from '#web/features/power-master/energy-card.tsx'
import { Principle } from '#web/features/power-master/principle.tsx'
import { ContactBand } from '#web/features/public-site/contact-band.tsx'
import { DeviceNames } from '#web/features/public-site/device-names.tsx'
import { HeroRings } from '#web/features/public-site/hero-rings.tsx'
import { SectionIcon } from '#web/features/public-site/section-icon.tsx'
import { usePublicProfile } from '#web/lib/public-profile.ts'
import { powerMasterTexts } from '#web/texts/power-master.ts'

/** /power-master: what PowerMaster does, a day as it plans it, and where it fits. Dark by day as well. */
export function PowerMasterPage() {
  const { data: profile } = usePublicProfile()
  const devices = profile?.homepage.devices ?? []
  return (
    <div className="scheme-dark bg-night text-on-night">
      <Opening />
      <div className="page-width">
        <section aria-labelledby="prinzip" className="pt-section">
          <h2 id="prinzip" className="mb-10 text-section">
            {powerMasterTexts.principleTitle}
          </h2>
          <Principle />
        </section>
        <section aria-labelledby="tagesplan" className="pt-section">
          <h2 id="tagesplan" className="text-section">
            {powerMasterTexts.dayTitle}
          </h2>
          <p className="mt-4 mb-8 max-w-form text-lead text-muted">{powerMasterTexts.dayLead}</p>
          <DayPlan />
        </section>
        <section aria-labelledby="passt" className="pt-section">
          <h2 id="passt" className="mb-10 text-section">
            {powerMasterTexts.fitsTitle}
          </h2>
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
            {powerMasterTexts.fits.map(fit => (
              <li key={fit.title} className="rounded-card border border-hairline bg-surface p-6">
                <SectionIcon name={fit.icon} />
                <h3 className="mt-5 text-heading">{fit.title}</h3>
                <p className="mt-2 text-label text-muted">{fit.text}</p>
              </li>
            ))}
          </ul>
          {devices.length > 0 ? <DeviceNames heading={powerMasterTexts.devicesTitle} devices={devices} /> : null}
        </section>
      </div>
      <ContactBand heading={powerMasterTexts.contactTitle} text={powerMasterTexts.contactText} />
    </div>
  )
}

function Opening() {
  return (
    <section aria-labelledby="power-master" className="relative isolate overflow-clip border-hairline border-b">
      <div className="page-width grid items-center gap-x-12 gap-y-12 py-12 sm:py-20 lg:grid-cols-[1.15fr_1fr]">
        <div className="max-w-[38rem]">
          <p className="mb-4 font-semibold text-primary">{powerMasterTexts.title}</p>
          <h1 id="power-master" tabIndex={-1} className="text-hero">
            {powerMasterTexts.heading}
          </h1>
          <p className="mt-6 max-w-[33rem] text-lead text-muted">{powerMasterTexts.lead}</p>
          <div className="mt-8 flex flex-wrap gap-3">
            <LinkButton to="/contact" variant="primary" fullOnPhone>
              {powerMasterTexts.contact}
            </LinkButton>
            <LinkButton to="/power-master" hash="tagesplan" fullOnPhone>
              {powerMasterTexts.toDayPlan}
            </LinkButton>
          </div>
        </div>
        <div className="relative grid place-items-center">
          <HeroRings />
          <EnergyCard />
        </div>
      </div>
    </section>
  )
}
