import type { Homepage } from '#contract/business-profile.ts'
import { WhenNear } from '#web/components/feedback/when-near.tsx'
import { FaqSection } from '#web/features/faq/faq-section.tsx'
import { PowerMasterPanel } from '#web/features/power-master/power-master-panel.tsx'
import { ContactBand } from '#web/features/public-site/contact-band.tsx'
import { hasServices } from '#web/features/public-site/has-services.ts'
import { Services } from '#web/features/public-site/services.tsx'
import { Steps } from '#web/features/public-site/steps.tsx'
import { usePublicProfile } from '#web/lib/session/public-profile.ts'
import { homeTexts } from '#web/texts/home.texts.ts'

/** The homepage below its first screen; loaded right after it. The questions load when they are scrolled near. */
export function HomeSections({ homepage }: { homepage: Homepage }) {
  const { data: profile } = usePublicProfile()
  const { steps, stepsHeading, contactHeading, contactText } = homepage
  const powerMasterText = profile?.powerMaster.isShown === false ? '' : homepage.powerMasterText
  return (
    <>
      {hasServices(homepage) ? (
        <Services
          homepage={homepage}
          powerMaster={powerMasterText ? <PowerMasterPanel text={powerMasterText} /> : null}
        />
      ) : null}
      {steps.length > 0 ? <Steps heading={stepsHeading} steps={steps} /> : null}
      <WhenNear>
        <FaqSection />
      </WhenNear>
      {contactHeading || contactText ? (
        <ContactBand heading={contactHeading || homeTexts.contact} text={contactText} />
      ) : null}
    </>
  )
}
