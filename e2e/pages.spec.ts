/** Every page, at 390 and 1280 px, light and dark: accessible, no sideways scroll, no console error, no foreign request. */
import { describe } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { expect, type OpenWindow, test } from './journey.ts'
import { looks } from './states/states.ts'
import { open } from './visit.ts'
import { waitUntilLoaded } from './wait-until-loaded.ts'

const publicPages: [path: string, title: string][] = [
  ['/', 'Homepage'],
  ['/contact', 'Contact'],
  ['/faq', 'FAQ'],
  ['/impressum', 'Impressum'],
  ['/datenschutz', 'Datenschutz'],
  ['/barrierefreiheit', 'Barrierefreiheit'],
  ['/power-master', 'Musterwerk Technik'],
  ['/login', 'Login'],
  ['/accounts/login?next=%2Fcustomer-portal%2Fhome', 'Login'],
  ['/passwort-vergessen', 'Password Reset'],
  ['/passwort-setzen', 'Set Password'],
  ['/einrichten', 'Set Up'],
  ['/bestaetigen', 'Confirmation'],
  ['/no-such-page', 'Page Not Found'],
]

const customerPages: [path: string, title: string][] = [
  ['/customer-portal/home', 'Customer Portal'],
  ['/customer-portal/tickets-overview', 'Ticket Overview'],
  ['/customer-portal/tickets-overview?search=gibtesnicht', 'Ticket Overview'],
  ['/customer-portal/invoices-overview', 'Invoice Overview'],
  ['/customer-portal/requests-overview', 'Musterwerk Technik'],
  ['/customer-portal/requests-overview?search=gibtesnicht', 'Musterwerk Technik'],
  ['/customer-portal/services-overview', 'Service Overview'],
  ['/customer-portal/services-overview?view=groups', 'Service Overview'],
  ['/customer-portal/services-overview?search=gibtesnicht', 'Service Overview'],
  ['/user-settings', 'User Settings'],
  ['/admin-portal/home', 'Forbidden'],
]

const adminPages: [path: string, title: string][] = [
  ['/admin-portal/home', 'Admin - Home'],
  ['/admin-portal/tickets-overview', 'Admin - Ticket Overview'],
  ['/admin-portal/requests-overview', 'Admin - Request Overview'],
  ['/admin-portal/customers-overview', 'Admin - Customer Overview'],
  ['/admin-portal/services-overview', 'Admin - Service Overview'],
  ['/admin-portal/services-overview?view=groups', 'Admin - Service Overview'],
  ['/admin-portal/messages', 'Admin - Messages'],
  ['/admin-portal/invoices-overview', 'Admin - Invoice Overview'],
  ['/admin-portal/billing-run', 'Admin - Billing Run'],
  ['/admin-portal/faq', 'Admin - FAQ'],
  ['/admin-portal/settings', 'Admin - Settings'],
  ['/admin-portal/settings/company', 'Admin - Settings'],
  ['/admin-portal/settings/billing', 'Admin - Settings'],
  ['/admin-portal/settings/homepage', 'Admin - Settings'],
  ['/admin-portal/settings/power-master', 'Admin - Settings'],
  ['/admin-portal/settings/legal-texts', 'Admin - Settings'],
  ['/admin-portal/settings/users', 'Admin - Settings'],
  ['/admin-portal/settings/as-user', 'Admin - Settings'],
  ['/admin-portal/settings/newsletters', 'Admin - Settings'],
  ['/admin-portal/settings/outbox', 'Admin - Settings'],
  ['/admin-portal/settings/audit-log', 'Admin - Settings'],
  ['/admin-portal/settings/backups', 'Admin - Settings'],
  ['/admin-portal/newsletter/new', 'Admin - Newsletter'],
  ['/customer-portal/home', 'Customer Portal'],
  ['/user-settings', 'User Settings'],
]

/** A walk over a dozen pages counts as many tests. */
const walkMs = 300_000

describe.each(looks)('at $width px, $scheme', look => {
  const walk = async (visit: OpenWindow, as: string | null, pages: [string, string][]) => {
    // The browser's console reports the address's own 404.
    const expected = [/404.*\/no-such-page$/]
    const page = await visit({ ...look, expected, ...(as ? { as } : {}) })
    for (const [path, title] of pages) {
      await open(page, path)
      await waitUntilLoaded(page)
      await expectAccessible(page, path)
      await expectNoSidewaysScroll(page, path)
      await expect.poll(() => page.title(), path).toContain(title)
    }
  }

  test('visitors', ({ visit }) => walk(visit, null, publicPages), walkMs)
  test('a customer with many tickets', ({ visit }) => walk(visit, 'demo-kunde', customerPages), walkMs)
  test('a customer without tickets', ({ visit }) => walk(visit, 'demo-neu', customerPages), walkMs)
  test('an admin', ({ visit }) => walk(visit, 'demo-admin', adminPages), walkMs)
})
