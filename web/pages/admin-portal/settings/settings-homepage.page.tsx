import type { Homepage } from '#contract/business-profile.ts'
import { paths } from '#web/app/paths.ts'
import { HomepageEditor } from '#web/features/business-profile/homepage-editor.tsx'
import { homepagePart } from '#web/features/business-profile/homepage-part.ts'
import { ProfileSection } from '#web/features/business-profile/profile-section.tsx'
import { usePublicProfile } from '#web/lib/session/public-profile.ts'
import { HomeContent } from '#web/pages/home-content.tsx'
import { businessProfileTexts } from '#web/texts/business-profile.texts.ts'
import { SettingsFrame } from './settings-frame.tsx'

/** /admin-portal/settings/homepage: the contents of the homepage. */
export function AdminHomepagePage() {
  const { title, lead } = businessProfileTexts.homepage
  return (
    <SettingsFrame>
      <ProfileSection part={homepagePart} title={title} lead={lead}>
        {control => <HomepageEditor control={control} preview={homepage => <HomePreview homepage={homepage} />} />}
      </ProfileSection>
    </SettingsFrame>
  )
}

/** The real homepage with the unsaved contents. */
function HomePreview({ homepage }: { homepage: Homepage }) {
  const { data: saved } = usePublicProfile()
  return (
    <HomeContent
      profile={{ companyName: saved?.companyName ?? '', claim: saved?.claim ?? '', homepage }}
      portalLink={paths.customerHome}
    />
  )
}
