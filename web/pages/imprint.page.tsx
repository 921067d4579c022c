import { Markdown } from '#web/components/display/markdown.tsx'
import { ImprintFacts } from '#web/features/public-site/imprint-facts.tsx'
import { LegalPage } from '#web/features/public-site/legal-page.tsx'
import { ProfileGate } from '#web/features/public-site/profile-gate.tsx'
import { legalTexts } from '#web/texts/legal.texts.ts'

/** /impressum: the legally required details, then the owner's text. */
export function ImprintPage() {
  return (
    <LegalPage title={legalTexts.imprintTitle} lead={legalTexts.imprintLead}>
      <ProfileGate failureText={legalTexts.loadingFailed}>
        {profile => (
          <>
            <ImprintFacts profile={profile} />
            {profile.imprintText ? (
              <div className="mt-10 border-hairline border-t pt-8">
                <Markdown text={profile.imprintText} headingLevel={2} />
              </div>
            ) : null}
          </>
        )}
      </ProfileGate>
    </LegalPage>
  )
}
