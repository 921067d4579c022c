import { LegalPage } from '#web/features/public-site/legal-page.tsx'
import { LegalText } from '#web/features/public-site/legal-text.tsx'
import { ProfileGate } from '#web/features/public-site/profile-gate.tsx'
import { legalTexts } from '#web/texts/legal.texts.ts'

/** /datenschutz: the owner's text. */
export function PrivacyPage() {
  return (
    <LegalPage title={legalTexts.privacyTitle}>
      <ProfileGate failureText={legalTexts.loadingFailed}>
        {profile => <LegalText text={profile.privacyText} missing={legalTexts.privacyMissing} />}
      </ProfileGate>
    </LegalPage>
  )
}
