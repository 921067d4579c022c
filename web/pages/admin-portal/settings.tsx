import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { paths } from '#web/app/paths.ts'
import { LinkButton } from '#web/components/link-button.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { SectionNav } from '#web/components/section-nav.tsx'
import { SkeletonText } from '#web/components/skeleton.tsx'
import { customerQuery, searchCustomers } from '#web/features/customers/queries.ts'
import { NewsletterSection } from '#web/features/newsletters/newsletter-section.tsx'
import { auditActionFrom } from '#web/features/operations/audit-filters.tsx'
import { UserFilters } from '#web/features/users/user-filters.tsx'
import { UserPicker } from '#web/features/users/user-picker.tsx'
import { changedSearch } from '#web/lib/changed-search.ts'
import { backupTexts } from '#web/texts/backups.ts'
import { businessProfileTexts } from '#web/texts/business-profile.ts'
import { newsletterTexts } from '#web/texts/newsletters.ts'
import { operationTexts } from '#web/texts/operations.ts'
import { portalHomeTexts } from '#web/texts/portal-home.ts'
import { userTexts } from '#web/texts/users.ts'

const route = getRouteApi(paths.adminSettings)
type Search = ReturnType<typeof route.useSearch>
type Change = { [Name in keyof Search]?: Search[Name] | undefined }

/** /admin-portal/settings: the business itself, who may log in, and what the portal did. */
export function AdminSettingsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const client = useQueryClient()

  function change(changes: Change, isCorrection = false) {
    const isPaging = changes.page !== undefined && !isCorrection
    const next = changedSearch(search, changes)
    void navigate({ to: paths.adminSettings, search: next, replace: !isPaging, resetScroll: isPaging })
  }
  const { section = 'profile', page, page_size, ...filters } = search
  const paging = { page, page_size }

  return (
    <>
      <PageHeader title={portalHomeTexts.settings} />
      <div className="mb-6 border-hairline border-b">
        <SectionNav label={portalHomeTexts.settingsSections} items={sections} />
      </div>
      <Suspense fallback={<SkeletonText lines={8} />}>
        {section === 'profile' ? <ProfileSection /> : null}
        {section === 'users' ? (
          <div className="grid gap-8">
            <UserSection
              filter={{ ...paging, search: filters.search, role: filters.role, ordering: filters.ordering }}
              onFilterChange={change}
              filters={
                <UserFilters
                  filter={filters}
                  onChange={change}
                  onReset={() => change({ search: undefined, role: undefined })}
                />
              }
              onResetFilters={
                filters.search === undefined && filters.role === undefined
                  ? undefined
                  : () => change({ search: undefined, role: undefined })
              }
              searchCustomers={searchCustomers}
              findCustomerName={async id => (await client.fetchQuery(customerQuery(id))).displayName}
            />
            <LoginPolicySetting onOwnWanted={() => void navigate({ to: paths.userSettings, hash: 'zweiter-faktor' })} />
          </div>
        ) : null}
        {section === 'newsletter' ? (
          <NewsletterSection
            filter={paging}
            onPageChange={(next, isCorrection) => change({ page: next }, isCorrection)}
            newsletterLink={({ id }) => ({ to: paths.adminNewsletter, params: { id } })}
            write={icon => (
              <LinkButton to={paths.adminNewsletter} params={{ id: 'new' }} variant="primary" icon={icon}>
                {newsletterTexts.write}
              </LinkButton>
            )}
          />
        ) : null}
        {section === 'outbox' ? (
          <OutboxSection filter={{ ...paging, state: filters.state, search: filters.search }} onFilterChange={change} />
        ) : null}
        {section === 'audit' ? (
          <AuditSection
            filter={{
              ...paging,
              subject: filters.subject,
              actor: filters.actor,
              action: auditActionFrom(filters.action),
              from: filters.from,
              to: filters.to,
            }}
            onFilterChange={change}
            actorField={
              <UserPicker
                label={operationTexts.audit.columns.actor}
                userId={filters.actor}
                onChange={actor => change({ actor })}
                className="sm:w-56"
              />
            }
          />
        ) : null}
        {section === 'backups' ? <BackupSection filter={paging} onFilterChange={change} /> : null}
      </Suspense>
    </>
  )
}

// One section is shown; the others are loaded when somebody goes there.
const ProfileSection = lazy(async () => ({
  default: (await import('#web/features/business-profile/profile-section.tsx')).ProfileSection,
}))
const LoginPolicySetting = lazy(async () => ({
  default: (await import('#web/features/accounts/login-policy/login-policy-setting.tsx')).LoginPolicySetting,
}))
const UserSection = lazy(async () => ({ default: (await import('#web/features/users/user-section.tsx')).UserSection }))
const OutboxSection = lazy(async () => ({
  default: (await import('#web/features/operations/outbox-section.tsx')).OutboxSection,
}))
const BackupSection = lazy(async () => ({
  default: (await import('#web/features/backups/backup-section.tsx')).BackupSection,
}))
const AuditSection = lazy(async () => ({
  default: (await import('#web/features/operations/audit-section.tsx')).AuditSection,
}))

const sections = [
  { label: businessProfileTexts.title, link: { to: paths.adminSettings, search: { section: 'profile' } } },
  { label: userTexts.title, link: { to: paths.adminSettings, search: { section: 'users' } } },
  { label: newsletterTexts.title, link: { to: paths.adminSettings, search: { section: 'newsletter' } } },
  { label: operationTexts.outbox.title, link: { to: paths.adminSettings, search: { section: 'outbox' } } },
  { label: operationTexts.audit.title, link: { to: paths.adminSettings, search: { section: 'audit' } } },
  { label: backupTexts.title, link: { to: paths.adminSettings, search: { section: 'backups' } } },
] as const
