import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { UserSettings } from '#contract/user-settings.ts'
import { paths } from '#web/app/paths.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { LinkButton } from '#web/components/link-button.tsx'
import { Notice } from '#web/components/notice.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { SkeletonText } from '#web/components/skeleton.tsx'
import { SettingsSection } from '#web/features/accounts/settings-section.tsx'
import { NewsletterSetting } from '#web/features/user-settings/newsletter-setting.tsx'
import { NotificationSettings } from '#web/features/user-settings/notification-settings.tsx'
import { settingsQuery } from '#web/features/user-settings/queries.ts'
import { useSession } from '#web/lib/use-session.ts'
import { privacyTexts } from '#web/texts/privacy.ts'
import { secondFactorTexts } from '#web/texts/second-factor.ts'
import { userSettingsTexts } from '#web/texts/user-settings.ts'

const texts = userSettingsTexts
const factorTexts = secondFactorTexts.settings

// What stands below the fold comes after the page.
const DetailsForm = lazy(async () => ({
  default: (await import('#web/features/user-settings/details-form.tsx')).DetailsForm,
}))
const EmailSetting = lazy(async () => ({
  default: (await import('#web/features/user-settings/email-setting.tsx')).EmailSetting,
}))
const PasswordChangeForm = lazy(async () => ({
  default: (await import('#web/features/accounts/password-change-form.tsx')).PasswordChangeForm,
}))
const SecondFactorSetting = lazy(async () => ({
  default: (await import('#web/features/accounts/second-factor/second-factor-setting.tsx')).SecondFactorSetting,
}))
const SessionList = lazy(async () => ({
  default: (await import('#web/features/accounts/session-list.tsx')).SessionList,
}))

const ExportSetting = lazy(async () => ({
  default: (await import('#web/features/privacy/export-setting.tsx')).ExportSetting,
}))

const ErasureSetting = lazy(async () => ({
  default: (await import('#web/features/privacy/erasure-setting.tsx')).ErasureSetting,
}))

/** /user-settings: who one is, which mails one wants, the own access, and who has looked at one's data. */
export function UserSettingsPage() {
  const { user, asUser } = useSession()
  // It stays where it is when it is set up: the recovery codes are shown there.
  const [isFactorFirst] = useState(user?.lacksSecondFactor ?? false)
  if (!user) return null
  if (asUser) {
    return (
      <div className="page-width py-10 sm:py-14">
        <PageHeader title={texts.title} />
        <Notice kind="info">{texts.hiddenInView(asUser.customerName)}</Notice>
      </div>
    )
  }
  const factor = (
    <SettingsSection id="zweiter-faktor" title={factorTexts.title} lead={factorTexts.lead}>
      <Suspense fallback={<SkeletonText lines={3} />}>
        <SecondFactorSetting username={user.username} />
      </Suspense>
    </SettingsSection>
  )
  return (
    <div className="page-width py-10 sm:py-14">
      <PageHeader title={texts.title} meta={texts.loggedInAs(user.username)} />
      {isFactorFirst ? <RequiredFactor isMissing={user.lacksSecondFactor} /> : null}
      <div className="divide-y divide-hairline">
        {isFactorFirst ? factor : null}
        <OwnSettings />
        <SettingsSection id="passwort" title={texts.password.title} lead={texts.password.lead}>
          <Suspense fallback={<SkeletonText lines={4} />}>
            <PasswordChangeForm username={user.username} role={user.role} />
          </Suspense>
        </SettingsSection>
        {isFactorFirst ? null : factor}
        <SettingsSection id="geraete" title={texts.devices.title} lead={texts.devices.lead}>
          <Suspense fallback={<SkeletonText lines={4} />}>
            <SessionList />
          </Suspense>
        </SettingsSection>
        {user.role === 'customer' && user.customerId ? (
          <SettingsSection id="daten" title={privacyTexts.export.title} lead={privacyTexts.export.lead}>
            <Suspense fallback={<SkeletonText lines={4} />}>
              <ExportSetting customerId={user.customerId} speaker="customer" />
            </Suspense>
          </SettingsSection>
        ) : null}
        {user.role === 'customer' ? (
          <SettingsSection id="zugriffe" title={texts.access.title} lead={texts.access.lead}>
            <Suspense fallback={<SkeletonText lines={4} />}>
              <Suspense fallback={<SkeletonText lines={4} />}>
                <AccessList />
              </Suspense>
            </Suspense>
          </SettingsSection>
        ) : null}
        {user.role === 'customer' && user.customerId ? (
          <SettingsSection id="konto" title={privacyTexts.erasure.title} lead={privacyTexts.erasure.lead}>
            <Suspense fallback={<SkeletonText lines={4} />}>
              <ErasureSetting customerId={user.customerId} speaker="customer" />
            </Suspense>
          </SettingsSection>
        ) : null}
      </div>
    </div>
  )
}

/** Why an admin is here instead of in the admin portal, and the way back. */
function RequiredFactor({ isMissing }: { isMissing: boolean }) {
  const { title, text, doneTitle, doneText, toAdminPortal } = secondFactorTexts.required
  return (
    <div className="mb-6">
      {isMissing ? (
        <Notice kind="warning" title={title}>
          {text}
        </Notice>
      ) : (
        <Notice
          kind="success"
          live
          title={doneTitle}
          action={
            <LinkButton to={paths.adminHome} size="small">
              {toAdminPortal}
            </LinkButton>
          }
        >
          {doneText}
        </Notice>
      )}
    </div>
  )
}

/** The sections over what is stored of the user and the customer; what stands below them does not wait for it. */
function OwnSettings() {
  const query = useQuery(settingsQuery())
  const settings = query.data
  const hasCustomer = settings === undefined || settings.customer !== null
  const section = (lines: number, show: (settings: UserSettings) => React.ReactNode) => {
    if (settings) return <Suspense fallback={<SkeletonText lines={lines} />}>{show(settings)}</Suspense>
    if (query.isError) return <ErrorState text={texts.loadingFailed} onRetry={query.refetch} busy={query.isFetching} />
    return <SkeletonText lines={lines} />
  }
  return (
    <>
      {hasCustomer ? (
        <SettingsSection id="e-mails" title={texts.mails.title} lead={texts.mails.lead}>
          {section(11, found => (
            <div className="grid gap-8">
              <NotificationSettings settings={found} />
              <NewsletterSetting settings={found} />
            </div>
          ))}
        </SettingsSection>
      ) : null}
      <SettingsSection
        id="angaben"
        title={texts.details.title}
        lead={settings?.customer ? texts.details.leadFor(settings.customer.name) : texts.details.lead}
      >
        {section(18, found => (
          <DetailsForm settings={found} />
        ))}
      </SettingsSection>
      <SettingsSection id="e-mail" title={texts.email.title} lead={texts.email.lead}>
        {section(3, found => (
          <EmailSetting settings={found} />
        ))}
      </SettingsSection>
    </>
  )
}

/** The last section: it comes when it is scrolled to. */
const AccessList = lazy(async () => ({
  default: (await import('#web/features/user-settings/access-list.tsx')).AccessList,
}))
