import { createRoute } from '@tanstack/react-router'
import { requireAdmin } from '#web/app/guards.ts'
import { paths } from '#web/app/paths.ts'
import { queryPage } from '#web/app/query-page.tsx'
import { breadcrumbTexts } from '#web/texts/breadcrumbs.texts.ts'
import { root } from './root.tsx'

/** Parent route of every page of the admin portal. */
export const adminPortal = createRoute({
  getParentRoute: () => root,
  path: paths.adminPortal,
  staticData: { crumb: { label: breadcrumbTexts.adminPortal, to: paths.adminHome } },
  beforeLoad: requireAdmin,
  component: queryPage(() => import('#web/app/layouts/portal-layout.tsx').then(file => file.AdminPortalLayout)),
})
