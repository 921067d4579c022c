/** The public pages: loaded with the application, so each route here adds to the homepage's size. */
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#web/app/lazy-page.tsx'
import { paths } from '#web/app/paths.ts'
import { queryPage } from '#web/app/query-page.tsx'
import { searchParams, text } from '#web/app/search-params.ts'
import { root } from './root.tsx'

const home = createRoute({
  getParentRoute: () => root,
  path: paths.home,
  staticData: { title: 'Homepage' },
  component: lazyPage(() => import('#web/pages/home.page.tsx').then(page => page.HomePage)),
})

const loginSearch = searchParams({ next: text })
const login = createRoute({
  getParentRoute: () => root,
  path: paths.login,
  staticData: { title: 'Login' },
  validateSearch: loginSearch,
  component: lazyPage(() => import('#web/pages/login.page.tsx').then(page => page.LoginPage)),
})
const accountsLogin = createRoute({
  getParentRoute: () => root,
  path: paths.accountsLogin,
  staticData: { title: 'Login' },
  validateSearch: loginSearch,
  component: lazyPage(() => import('#web/pages/login.page.tsx').then(page => page.LoginPage)),
})
const passwordForgotten = createRoute({
  getParentRoute: () => root,
  path: paths.passwordForgotten,
  staticData: { title: 'Password Reset' },
  component: lazyPage(() => import('#web/pages/password-forgotten.page.tsx').then(page => page.PasswordForgottenPage)),
})
const passwordSet = createRoute({
  getParentRoute: () => root,
  path: paths.passwordSet,
  staticData: { title: 'Set Password' },
  component: queryPage(() => import('#web/pages/password-set.page.tsx').then(page => page.PasswordSetPage)),
})
const setUp = createRoute({
  getParentRoute: () => root,
  path: paths.setUp,
  staticData: { title: 'Set Up', layout: 'plain' },
  component: queryPage(() => import('#web/pages/set-up.page.tsx').then(page => page.SetUpPage)),
})
const confirmation = createRoute({
  getParentRoute: () => root,
  path: paths.confirmation,
  staticData: { title: 'Confirmation' },
  component: queryPage(() => import('#web/pages/confirmation.page.tsx').then(page => page.ConfirmationPage)),
})
const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: paths.unsubscribe,
  staticData: { title: 'Unsubscribe' },
  component: queryPage(() => import('#web/pages/unsubscribe.page.tsx').then(page => page.UnsubscribePage)),
})

const contact = createRoute({
  getParentRoute: () => root,
  path: paths.contact,
  staticData: { title: 'Contact' },
  component: queryPage(() => import('#web/pages/contact.page.tsx').then(page => page.ContactPage)),
})
const faq = createRoute({
  getParentRoute: () => root,
  path: paths.faq,
  staticData: { title: 'FAQ' },
  validateSearch: searchParams({ search: text }),
  component: queryPage(() => import('#web/pages/faq.page.tsx').then(page => page.FaqPage)),
})
const powerMaster = createRoute({
  getParentRoute: () => root,
  path: paths.powerMaster,
  // The inputs of "Selbst ausprobieren"; the page reads them.
  validateSearch: searchParams({
    day: text,
    tariff: text,
    pv: text,
    battery: text,
    car: text,
    departure: text,
    heat: text,
  }),
  component: lazyPage(() => import('#web/pages/power-master.page.tsx').then(page => page.PowerMasterPage)),
})
const imprint = createRoute({
  getParentRoute: () => root,
  path: paths.imprint,
  staticData: { title: 'Impressum' },
  component: lazyPage(() => import('#web/pages/imprint.page.tsx').then(page => page.ImprintPage)),
})
const privacy = createRoute({
  getParentRoute: () => root,
  path: paths.privacy,
  staticData: { title: 'Datenschutz' },
  component: lazyPage(() => import('#web/pages/privacy.page.tsx').then(page => page.PrivacyPage)),
})
const accessibility = createRoute({
  getParentRoute: () => root,
  path: paths.accessibility,
  staticData: { title: 'Barrierefreiheit' },
  component: lazyPage(() => import('#web/pages/accessibility.page.tsx').then(page => page.AccessibilityPage)),
})

export const publicRoutes = [
  home,
  login,
  accountsLogin,
  passwordForgotten,
  passwordSet,
  setUp,
  confirmation,
  unsubscribe,
  contact,
  faq,
  powerMaster,
  imprint,
  privacy,
  accessibility,
] as const
