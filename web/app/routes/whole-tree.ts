import '#web/styles/portal.css'
import { adminPortalRoutes } from './admin-portal.tsx'
import { customerPortalRoutes } from './customer-portal.tsx'
import { publicRoutes } from './public.tsx'
import { root } from './root.tsx'
import { userSettings } from './user-settings.tsx'

/**
 * Every route of the site, with those that `router.tsx` catches the rest of a portal's addresses with. The types are not
 * told of these: nobody is to link to them.
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
