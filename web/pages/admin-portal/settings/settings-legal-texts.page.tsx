import { LegalFields } from '#web/features/business-profile/legal-fields.tsx'
import { legalPart } from '#web/features/business-profile/legal-part.ts'
import { ProfileSection } from '#web/features/business-profile/profile-section.tsx'
import { businessProfileTexts } from '#web/texts/business-profile.texts.ts'
import { SettingsFrame } from './settings-frame.tsx'

/** /admin-portal/settings/legal-texts: the legally required texts. */
export function AdminLegalTextsPage() {
  const { title, lead } = businessProfileTexts.legal
  return (
    <SettingsFrame>
      <ProfileSection part={legalPart} title={title} lead={lead}>
        {control => <LegalFields control={control} />}
      </ProfileSection>
    </SettingsFrame>
  )
}
