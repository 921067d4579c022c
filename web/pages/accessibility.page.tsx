import { LegalPage } from '#web/features/public-site/legal-page.tsx'
import { LegalText } from '#web/features/public-site/legal-text.tsx'
import { ProfileGate } from '#web/features/public-site/profile-gate.tsx'
import { legalTexts } from '#web/texts/legal.texts.ts'

/** /barrierefreiheit: the owner's text. */
export function AccessibilityPage() {
  return (
    <LegalPage title={legalTexts.accessibilityTitle}>
      <ProfileGate failureText={legalTexts.loadingFailed}>
        {profile => <LegalText text={profile.accessibilityText} missing={legalTexts.accessibilityMissing} />}
      </ProfileGate>
    </LegalPage>
  )
}
