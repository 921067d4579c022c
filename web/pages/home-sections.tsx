import { lazy, Suspense } from 'react'
import type { Homepage } from '#contract/settings.ts'
import { PowerMasterPanel } from '#web/features/power-master/power-master-panel.tsx'
import { ContactBand } from '#web/features/public-site/contact-band.tsx'
import { hasServices } from '#web/features/public-site/has-services.ts'
import { Services } from '#web/features/public-site/services.tsx'
import { Steps } from '#web/features/public-site/steps.tsx'
import { homeTexts } from '#web/texts/home.ts'

/** The homepage below its first screen; loaded right after it, so that all of it can be searched. */
export function HomeSections({ homepage }: { homepage: Homepage }) {
  const { powerMasterText, steps, stepsHeading, contactHeading, contactText } = homepage
  return (
    <>
      {hasServices(homepage) ? (
        <Services
          homepage={homepage}
          powerMaster={powerMasterText ? <PowerMasterPanel text={powerMasterText} /> : null}
        />
      ) : null}
      {steps.length > 0 ? <Steps heading={stepsHeading} steps={steps} /> : null}
      <Suspense>
        <FaqSection />
      </Suspense>
      {contactHeading || contactText ? (
        <ContactBand heading={contactHeading || homeTexts.contact} text={contactText} />
      ) : null}
    </>
  )
}

const FaqSection = lazy(async () => ({ default: (await import('#web/features/faq/faq-section.tsx')).FaqSection }))
