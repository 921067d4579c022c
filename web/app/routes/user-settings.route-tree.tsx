import { createRoute } from '@tanstack/react-router'
import { requireLogin } from '#web/app/guards.ts'
import { paths } from '#web/app/paths.ts'
import { queryPage } from '#web/app/query-page.tsx'
import { root } from './root.tsx'

/** The user's own settings. */
export const userSettings = createRoute({
  getParentRoute: () => root,
  path: paths.userSettings,
  staticData: { title: 'User Settings' },
  beforeLoad: requireLogin,
  component: queryPage(() => import('#web/pages/user-settings.page.tsx').then(page => page.UserSettingsPage)),
})
