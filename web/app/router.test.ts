import { describe, expect, it } from 'vitest'
import { isBehindLogin } from './paths.ts'
import { loadWholeTree, router } from './router.tsx'

const titles = {
  '/': 'Homepage',
  '/login': 'Login',
  '/accounts/login': 'Login',
  '/contact': 'Contact',
  '/faq': 'FAQ',
  '/impressum': 'Impressum',
  '/datenschutz': 'Datenschutz',
  '/barrierefreiheit': 'Barrierefreiheit',
  '/power-master': undefined,
  '/passwort-vergessen': 'Password Reset',
  '/passwort-setzen': 'Set Password',
  '/einrichten': 'Set Up',
  '/user-settings': 'User Settings',
  '/customer-portal/home': 'Customer Portal',
  '/customer-portal/tickets-overview': 'Ticket Overview',
  '/customer-portal/ticket/$id': 'Ticket Details',
  '/admin-portal/home': 'Admin - Home',
  '/admin-portal/tickets-overview': 'Admin - Ticket Overview',
  '/admin-portal/ticket/$id': 'Ticket Details',
  '/admin-portal/customers-overview': 'Admin - Customer Overview',
  '/admin-portal/customer/$id': 'Customer Details',
  '/admin-portal/settings': 'Admin - Settings',
}

const publicPaths = Object.values(router.routesByPath).flatMap(({ options, fullPath }) =>
  options.component ? [String(fullPath)] : [],
)
await loadWholeTree()
const routes = Object.values(router.routesByPath)

describe('the routes', () => {
  it.each(Object.entries(titles))('%s has the title %s', (path, title) => {
    const route = routes.find(candidate => candidate.fullPath === path)
    expect(route?.options.staticData?.title).toBe(title)
    expect(route?.options.component).toBeDefined()
  })

  it.each(Object.keys(titles))('%s is loaded from the start or known to require the login', path => {
    expect(isBehindLogin(path)).toBe(!publicPaths.includes(path))
  })

  it.each(['/customer-portal', '/admin-portal/', '/user-settings', '/customer-portal/nowhere'])(
    'the address %s requires the login',
    path => {
      expect(isBehindLogin(path)).toBe(true)
    },
  )

  it('an address that only starts like a portal does not require the login', () => {
    expect(isBehindLogin('/customer-portals')).toBe(false)
  })
})
