import { Notice } from '#web/components/notice.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { PasswordChangeForm } from '#web/features/accounts/password-change-form.tsx'
import { SessionList } from '#web/features/accounts/session-list.tsx'
import { SettingsSection } from '#web/features/accounts/settings-section.tsx'
import { useSession } from '#web/lib/use-session.ts'
import { userSettingsTexts } from '#web/texts/user-settings.ts'

/** /user-settings: the own password, and where one is logged in. */
export function UserSettingsPage() {
  const { user, asUser } = useSession()
  if (!user) return null
  if (asUser) {
    return (
      <div className="page-width py-10 sm:py-14">
        <PageHeader title={userSettingsTexts.title} />
        <Notice kind="info">{userSettingsTexts.hiddenInView(asUser.customerName)}</Notice>
      </div>
    )
  }
  return (
    <div className="page-width py-10 sm:py-14">
      <PageHeader title={userSettingsTexts.title} meta={userSettingsTexts.loggedInAs(user.username)} />
      <div className="divide-y divide-hairline">
        <SettingsSection id="passwort" title={userSettingsTexts.password.title} lead={userSettingsTexts.password.lead}>
          <PasswordChangeForm username={user.username} role={user.role} />
        </SettingsSection>
        <SettingsSection id="geraete" title={userSettingsTexts.devices.title} lead={userSettingsTexts.devices.lead}>
          <SessionList />
        </SettingsSection>
      </div>
    </div>
  )
}
