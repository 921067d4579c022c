import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { UserSettings } from '#contract/user-settings.ts'
import { paths } from '#web/app/paths.ts'
import { PageHeader } from '#web/components/display/page-header.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { LinkButton } from '#web/components/navigation/link-button.tsx'
import { SettingsContents } from '#web/features/accounts/settings-contents.tsx'
import { SettingsSection, type SettingsSectionProps } from '#web/features/accounts/settings-section.tsx'
import { NewsletterSetting } from '#web/features/user-settings/newsletter-setting.tsx'
import { NotificationSettings } from '#web/features/user-settings/notification-settings.tsx'
import { settingsQuery } from '#web/features/user-settings/user-settings.query-options.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { secondFactorTexts } from '#web/texts/second-factor.texts.ts'
import { userSettingsTexts } from '#web/texts/user-settings.texts.ts'
import { accessSubjectLink } from './access-subject.ts'
import { customerSettingsHeads, settingsHeads } from './user-settings-heads.ts'

const texts = userSettingsTexts

// Content below the fold loads after the page.
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
  default: (await import('#web/features/accounts/second-factor-setting.tsx')).SecondFactorSetting,
}))
const SessionList = lazy(async () => ({
  default: (await import('#web/features/accounts/session-list.tsx')).SessionList,
}))

const ExportSetting = lazy(async () => ({
  default: (await import('#web/features/privacy/export-setting.tsx')).ExportSetting,
}))

const AccessList = lazy(async () => ({
  default: (await import('#web/features/user-settings/access-list.tsx')).AccessList,
}))

const ErasureSetting = lazy(async () => ({
  default: (await import('#web/features/privacy/erasure-setting.tsx')).ErasureSetting,
}))

/** /user-settings: the user's details, mails and login, and who accessed their data. */
export function UserSettingsPage() {
  const { user, impersonation } = useSession()
  // The section keeps its position during the set-up: the recovery codes are shown there.
  const [isFactorFirst] = useState(user?.lacksSecondFactor ?? false)
  const query = useQuery({ ...settingsQuery(), enabled: user !== null && impersonation === null })
  if (!user) return null
  if (impersonation) {
    return (
      <div className="page-width py-10 sm:py-14">
        <PageHeader title={texts.title} />
        <Notice kind="info">{texts.hiddenInView(impersonation.customerName)}</Notice>
      </div>
    )
  }
  const own = ownSections(query)
  const factor = {
    ...settingsHeads.factor,
    content: (
      <Late lines={3}>
        <SecondFactorSetting username={user.username} />
      </Late>
    ),
  }
  const sections = [
    ...(isFactorFirst ? [factor, ...own] : own),
    {
      ...settingsHeads.password,
      content: (
        <Late lines={4}>
          <PasswordChangeForm username={user.username} role={user.role} />
        </Late>
      ),
    },
    ...(isFactorFirst ? [] : [factor]),
    {
      ...settingsHeads.devices,
      content: (
        <Late lines={4}>
          <SessionList />
        </Late>
      ),
    },
    ...(user.role === 'customer' ? customerSections(user.customerId) : []),
  ]
  return (
    <div className="page-width py-10 sm:py-14">
      <PageHeader title={texts.title} meta={texts.loggedInAs(user.username)} />
      {isFactorFirst ? <RequiredFactor isMissing={user.lacksSecondFactor} /> : null}
      <SettingsContents sections={sections} />
      <div className="divide-y divide-hairline">
        {sections.map(({ id, title, lead, content }) => (
          <SettingsSection key={id} id={id} title={title} lead={lead}>
            {content}
          </SettingsSection>
        ))}
      </div>
    </div>
  )
}

interface Section extends Omit<SettingsSectionProps, 'children'> {
  content: ReactNode
}

/** Loads content below the fold after the page. */
function Late({ lines, children }: { lines: number; children: ReactNode }) {
  return <Suspense fallback={<SkeletonText lines={lines} />}>{children}</Suspense>
}

/** Stored details of the user and the customer; the sections below do not wait for them. */
function ownSections(query: UseQueryResult<UserSettings>): Section[] {
  const settings = query.data
  const shown = (lines: number, show: (settings: UserSettings) => ReactNode) => {
    if (settings) return <Late lines={lines}>{show(settings)}</Late>
    if (query.isError) return <ErrorState text={texts.loadingFailed} onRetry={query.refetch} busy={query.isFetching} />
    return <SkeletonText lines={lines} />
  }
  const mails: Section = {
    ...settingsHeads.mails,
    content: shown(11, found => (
      <div className="grid gap-8">
        <NotificationSettings settings={found} />
        <NewsletterSetting settings={found} />
      </div>
    )),
  }
  return [
    ...(settings?.customer === null ? [] : [mails]),
    {
      ...settingsHeads.details,
      lead: settings?.customer ? texts.details.leadFor(settings.customer.name) : settingsHeads.details.lead,
      content: shown(18, found => <DetailsForm settings={found} />),
    },
    {
      ...settingsHeads.email,
      content: shown(3, found => <EmailSetting settings={found} />),
    },
  ]
}

/** A customer's data: export, access log and account deletion. */
function customerSections(customerId: string | null): Section[] {
  const access: Section = {
    ...customerSettingsHeads.access,
    content: (
      <Late lines={4}>
        <AccessList subjectLink={accessSubjectLink} />
      </Late>
    ),
  }
  if (!customerId) return [access]
  return [
    {
      ...customerSettingsHeads.export,
      content: (
        <Late lines={4}>
          <ExportSetting customerId={customerId} speaker="customer" />
        </Late>
      ),
    },
    access,
    {
      ...customerSettingsHeads.erasure,
      content: (
        <Late lines={4}>
          <ErasureSetting customerId={customerId} speaker="customer" />
        </Late>
      ),
    },
  ]
}

/** Why an admin is here instead of in the admin portal, and a way back. */
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
