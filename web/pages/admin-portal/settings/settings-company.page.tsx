import { CompanyFields } from '#web/features/business-profile/company-fields.tsx'
import { companyPart } from '#web/features/business-profile/company-part.ts'
import { LogoSection } from '#web/features/business-profile/logo-section.tsx'
import { ProfileSection } from '#web/features/business-profile/profile-section.tsx'
import { businessProfileTexts } from '#web/texts/business-profile.texts.ts'
import { SettingsFrame } from './settings-frame.tsx'

/** /admin-portal/settings/company: name, address and contact of the business. */
export function AdminCompanyPage() {
  const { title, lead } = businessProfileTexts.company
  return (
    <SettingsFrame>
      <ProfileSection part={companyPart} title={title} lead={lead}>
        {control => <CompanyFields control={control} />}
      </ProfileSection>
      <LogoSection />
    </SettingsFrame>
  )
}
