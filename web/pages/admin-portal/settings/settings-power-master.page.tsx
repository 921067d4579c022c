import { PowerMasterFields } from '#web/features/business-profile/power-master-fields.tsx'
import { powerMasterPart } from '#web/features/business-profile/power-master-part.ts'
import { ProfileSection } from '#web/features/business-profile/profile-section.tsx'
import { businessProfileTexts } from '#web/texts/business-profile.texts.ts'
import { SettingsFrame } from './settings-frame.tsx'

/** /admin-portal/settings/power-master: PowerMaster's project page and its visibility. */
export function AdminPowerMasterTextsPage() {
  const { title, pageLead } = businessProfileTexts.powerMaster
  return (
    <SettingsFrame>
      <ProfileSection part={powerMasterPart} title={title} lead={pageLead}>
        {control => <PowerMasterFields control={control} />}
      </ProfileSection>
    </SettingsFrame>
  )
}
