import '#web/styles/portal.css'
import { adminPortalRoutes } from './admin-portal.route-tree.tsx'
import { customerPortalRoutes } from './customer-portal.route-tree.tsx'
import { publicRoutes } from './public.route-tree.tsx'
import { root } from './root.tsx'
import { userSettings } from './user-settings.route-tree.tsx'

/**
 * Every route of the site, including the catch-all routes of `router.tsx`. These are missing in the types: nothing
 * should link to them.
 */
export function wholeTree(portalEntries: readonly never[]) {
  return root.addChildren([
    ...publicRoutes,
    userSettings,
    customerPortalRoutes,
    adminPortalRoutes,
    ...portalEntries,
  ] as const)
}
