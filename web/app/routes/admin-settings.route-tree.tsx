/** The settings of the business: one address per section. */
import { createRoute, redirect } from '@tanstack/react-router'
import { lazyPage } from '#web/app/lazy-page.tsx'
import {
  auditLogSearch,
  impersonationSearch,
  newsletterSearch,
  outboxSearch,
  pageSearch,
  userSearch,
} from '#web/app/list-search.ts'
import { settingsPathOf } from '#web/app/old-settings-address.ts'
import { paths } from '#web/app/paths.ts'
import { breadcrumbTexts } from '#web/texts/breadcrumbs.texts.ts'
import { settingsTexts } from '#web/texts/settings.texts.ts'
import { adminPortal } from './admin-portal-frame.tsx'

const title = 'Admin - Settings'
const crumbParents = [{ label: breadcrumbTexts.settings, to: paths.adminSettings }]
const { sections } = settingsTexts

const overview = createRoute({
  getParentRoute: () => adminPortal,
  path: '/settings',
  staticData: { title, crumb: { label: breadcrumbTexts.settings } },
  beforeLoad: ({ location }) => {
    const href = settingsPathOf(location.searchStr)
    if (href) throw redirect({ href, replace: true })
  },
  component: lazyPage(() =>
    import('#web/pages/admin-portal/settings/admin-settings.page.tsx').then(page => page.AdminSettingsPage),
  ),
})
const company = createRoute({
  getParentRoute: () => adminPortal,
  path: '/settings/company',
  staticData: { title, crumbParents, crumb: { label: sections.company.label } },
  component: lazyPage(() =>
    import('#web/pages/admin-portal/settings/settings-company.page.tsx').then(page => page.AdminCompanyPage),
  ),
})
const billing = createRoute({
  getParentRoute: () => adminPortal,
  path: '/settings/billing',
  staticData: { title, crumbParents, crumb: { label: sections.billing.label } },
  component: lazyPage(() =>
    import('#web/pages/admin-portal/settings/settings-billing.page.tsx').then(page => page.AdminBillingPage),
  ),
})
const homepage = createRoute({
  getParentRoute: () => adminPortal,
  path: '/settings/homepage',
  staticData: { title, crumbParents, crumb: { label: sections.homepage.label } },
  component: lazyPage(() =>
    import('#web/pages/admin-portal/settings/settings-homepage.page.tsx').then(page => page.AdminHomepagePage),
  ),
})
const powerMaster = createRoute({
  getParentRoute: () => adminPortal,
  path: '/settings/power-master',
  staticData: { title, crumbParents, crumb: { label: sections.powerMaster.label } },
  component: lazyPage(() =>
    import('#web/pages/admin-portal/settings/settings-power-master.page.tsx').then(
      page => page.AdminPowerMasterTextsPage,
    ),
  ),
})
const legalTexts = createRoute({
  getParentRoute: () => adminPortal,
  path: '/settings/legal-texts',
  staticData: { title, crumbParents, crumb: { label: sections.legalTexts.label } },
  component: lazyPage(() =>
    import('#web/pages/admin-portal/settings/settings-legal-texts.page.tsx').then(page => page.AdminLegalTextsPage),
  ),
})
const users = createRoute({
  getParentRoute: () => adminPortal,
  path: '/settings/users',
  staticData: { title, crumbParents, crumb: { label: sections.users.label } },
  validateSearch: userSearch,
  component: lazyPage(() =>
    import('#web/pages/admin-portal/settings/settings-users.page.tsx').then(page => page.AdminUsersPage),
  ),
})
const impersonation = createRoute({
  getParentRoute: () => adminPortal,
  path: '/settings/as-user',
  staticData: { title, crumbParents, crumb: { label: sections.impersonation.label } },
  validateSearch: impersonationSearch,
  component: lazyPage(() =>
    import('#web/pages/admin-portal/settings/settings-impersonation.page.tsx').then(
      page => page.AdminImpersonationPage,
    ),
  ),
})
const newsletters = createRoute({
  getParentRoute: () => adminPortal,
  path: '/settings/newsletters',
  staticData: { title, crumbParents, crumb: { label: sections.newsletters.label } },
  validateSearch: newsletterSearch,
  component: lazyPage(() =>
    import('#web/pages/admin-portal/settings/settings-newsletters.page.tsx').then(page => page.AdminNewslettersPage),
  ),
})
const outbox = createRoute({
  getParentRoute: () => adminPortal,
  path: '/settings/outbox',
  staticData: { title, crumbParents, crumb: { label: sections.outbox.label } },
  validateSearch: outboxSearch,
  component: lazyPage(() =>
    import('#web/pages/admin-portal/settings/settings-outbox.page.tsx').then(page => page.AdminOutboxPage),
  ),
})
const auditLog = createRoute({
  getParentRoute: () => adminPortal,
  path: '/settings/audit-log',
  staticData: { title, crumbParents, crumb: { label: sections.auditLog.label } },
  validateSearch: auditLogSearch,
  component: lazyPage(() =>
    import('#web/pages/admin-portal/settings/settings-audit-log.page.tsx').then(page => page.AdminAuditLogPage),
  ),
})
const backups = createRoute({
  getParentRoute: () => adminPortal,
  path: '/settings/backups',
  staticData: { title, crumbParents, crumb: { label: sections.backups.label } },
  validateSearch: pageSearch,
  component: lazyPage(() =>
    import('#web/pages/admin-portal/settings/settings-backups.page.tsx').then(page => page.AdminBackupsPage),
  ),
})

export const settingsRoutes = [
  overview,
  company,
  billing,
  homepage,
  powerMaster,
  legalTexts,
  users,
  impersonation,
  newsletters,
  outbox,
  auditLog,
  backups,
] as const
