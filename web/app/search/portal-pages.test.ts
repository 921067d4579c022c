import { describe, expect, test } from 'vitest'
import { adminPortalRoutes } from '#web/app/routes/admin-portal.route-tree.tsx'
import { customerPortalRoutes } from '#web/app/routes/customer-portal.route-tree.tsx'
import { matchingPages } from '#web/features/search/search-pages.ts'
import type { SessionState } from '#web/lib/session/session.ts'
import { customerSections } from '#web/pages/customer-page-sections.ts'
import { dnsViews } from '#web/pages/dns-page-views.ts'
import { energyViews } from '#web/pages/energy-page-views.ts'
import { serviceViews } from '#web/pages/service-page-views.ts'
import { businessProfileTexts } from '#web/texts/business-profile.texts.ts'
import { settingsTexts } from '#web/texts/settings.texts.ts'
import { pagesOf } from './portal-pages.ts'

const session = (role: 'admin' | 'customer', impersonation: SessionState['impersonation'] = null) => ({
  isLoggedIn: true,
  // Only the role is read.
  user: { role } as NonNullable<SessionState['user']>,
  impersonation,
})
const pagesFound = (portal: 'admin' | 'customer', typed: string) => {
  const { best, others } = matchingPages(pagesOf(portal, session(portal)), typed)
  return [...best, ...others]
}
const routesOf = { admin: adminPortalRoutes.children ?? [], customer: customerPortalRoutes.children ?? [] }
const addressesOf = (...of: Parameters<typeof pagesOf>) => pagesOf(...of).map(({ key }) => key)

describe('the search for pages', () => {
  test('finds an admin’s places, every section of the settings and of the own account, each address once', () => {
    const pages = addressesOf('admin', session('admin'))
    expect(pages).toEqual(
      expect.arrayContaining([
        '/admin-portal/messages',
        '/admin-portal/settings/billing',
        '/user-settings#passwort',
        '/faq',
      ]),
    )
    expect(new Set(pages).size).toBe(pages.length)
    const labels = pagesOf('admin', session('admin')).map(({ label }) => label)
    const reached = [
      'company',
      'billing',
      'homepage',
      'legalTexts',
      'users',
      'newsletters',
      'outbox',
      'auditLog',
      'backups',
    ]
    for (const key of reached) expect(labels).toContain(settingsTexts.sections[key as 'company'].label)
  })

  test('finds nothing of the admin portal for a customer, and no account settings during an impersonation', () => {
    const own = addressesOf('customer', session('customer'))
    expect(own.filter(address => address.startsWith('/admin'))).toEqual([])
    expect(own).toEqual(expect.arrayContaining(['/customer-portal/invoices-overview', '/user-settings#konto']))
    const view = addressesOf('customer', session('admin', { customerId: 'c', customerName: 'C', until: '' }))
    expect(view.filter(address => address.startsWith('/admin') || address.includes('#'))).toEqual([])
  })

  test('finds pages by any of their words, in every spelling, names before notes', () => {
    const pages = pagesOf('admin', session('admin'))
    const found = (typed: string) => {
      const { best, others } = matchingPages(pages, typed)
      return [best, others].map(list => list.map(({ key }) => key))
    }
    for (const typed of ['Übersicht', 'uebersicht', 'UBERSICHT'])
      expect(found(typed)[0]?.[0]).toBe('/admin-portal/home')
    expect(found('rechn')[0]?.[0]).toBe('/admin-portal/invoices-overview')
    expect(found('bankverbindung')).toEqual([[], ['/admin-portal/settings/billing']])
    expect(found('stundensatz steuern')[1]).toEqual(['/admin-portal/settings/billing'])
    expect(found('gibtesnicht')).toEqual([[], []])
    expect(found(' ')).toEqual([[], []])
  })

  test('finds filtered lists by everyday words', () => {
    const linkOf = (portal: 'admin' | 'customer', typed: string) => {
      const { best, others } = matchingPages(pagesOf(portal, session(portal)), typed)
      return [...best, ...others][0]?.link
    }
    const admin = [
      ['offene rechnungen', '/admin-portal/invoices-overview', { paid: 'unpaid' }],
      ['unbezahlte Rechnungen', '/admin-portal/invoices-overview', { paid: 'unpaid' }],
      ['ueberfaellige', '/admin-portal/invoices-overview', { overdue: 'true' }],
      ['Stunden abrechnen', '/admin-portal/tickets-overview', { billing: 'open' }],
      ['abrechnen', '/admin-portal/tickets-overview', { billing: 'open' }],
      ['offene wünsche', '/admin-portal/tickets-overview', { wishes: 'open' }],
      ['neue nachrichten', '/admin-portal/messages', { state: 'new' }],
      ['Störungen', '/admin-portal/services-overview', { state: 'problem' }],
    ] as const
    for (const [typed, to, search] of admin) expect(linkOf('admin', typed), typed).toEqual({ to, search })
    expect(linkOf('admin', 'Logo')).toEqual({ to: '/admin-portal/settings/company' })
    expect(linkOf('admin', 'backup')).toEqual({ to: '/admin-portal/settings/backups' })
    const customer = [
      ['offene rechnungen', '/customer-portal/invoices-overview', { paid: 'unpaid' }],
      ['zu zahlen', '/customer-portal/invoices-overview', { paid: 'unpaid' }],
      ['Problem melden', '/customer-portal/requests-overview', { dialog: 'new' }],
    ] as const
    for (const [typed, to, search] of customer) expect(linkOf('customer', typed), typed).toEqual({ to, search })
    for (const portal of ['admin', 'customer'] as const) {
      expect(linkOf(portal, 'passwort ändern')).toEqual({ to: '/user-settings', hash: 'passwort' })
      expect(linkOf(portal, 'Telefonnummer ändern')).toBeDefined()
    }
  })

  test.each(['admin', 'customer'] as const)('finds every page of the %s portal by its name', portal => {
    const named = routesOf[portal].flatMap(({ options }) =>
      'path' in options && options.staticData?.crumb
        ? [{ to: `/${portal}-portal${options.path}`, label: options.staticData.crumb.label }]
        : [],
    )
    expect(named.length).toBeGreaterThan(8)
    for (const { to, label } of named) {
      const found = pagesFound(portal, label)
      expect(found, `${to}: ${label}`).not.toEqual([])
      // Pages of one row are reached through their list.
      if (!to.includes('$'))
        expect(
          found.map(({ link }) => link.to),
          `${to}: ${label}`,
        ).toContain(to)
    }
  })

  test('finds every view by its name, and opens it', () => {
    const views = [
      ['admin', '/admin-portal/dns-overview', dnsViews],
      ['admin', '/admin-portal/services-overview', serviceViews.admin.filter(({ view }) => view !== undefined)],
      ['customer', '/customer-portal/dns-updater', dnsViews],
      ['customer', '/customer-portal/services-overview', serviceViews.customer],
      ['customer', '/customer-portal/power-master', energyViews],
    ] as const
    for (const [portal, to, shown] of views) {
      for (const { view, label } of shown)
        expect(
          pagesFound(portal, label).map(({ link }) => link),
          label,
        ).toContainEqual({ to, search: { view } })
    }
    for (const { label } of [...energyViews, ...customerSections])
      expect(pagesFound('admin', label), label).not.toEqual([])
  })

  test('finds fields of the settings', () => {
    const { company, billing } = businessProfileTexts
    for (const label of [billing.taxNumber, billing.vatId, 'USt-IdNr', billing.iban])
      expect(
        pagesFound('admin', label).map(({ key }) => key),
        label,
      ).toContain('/admin-portal/settings/billing')
    expect(pagesFound('admin', company.register)[0]?.key).toBe('/admin-portal/settings/company')
    expect(pagesFound('admin', 'Schlüsseldatei')[0]?.key).toBe('/admin-portal/settings/backups')
    for (const typed of ['Audit', 'Protokoll'])
      expect(pagesFound('admin', typed)[0]?.key).toBe('/admin-portal/settings/audit-log')
  })

  test.each([
    ['Ticket anlegen', '/admin-portal/tickets-overview', { dialog: 'new' }],
    ['Kunde anlegen', '/admin-portal/customers-overview', { dialog: 'new' }],
    ['Kunden anlegen', '/admin-portal/customers-overview', { dialog: 'new' }],
    ['Rechnung anlegen', '/admin-portal/invoices-overview', { dialog: 'new' }],
    ['Anfrage erfassen', '/admin-portal/requests-overview', { dialog: 'new' }],
    ['Dienst anlegen', '/admin-portal/services-overview', { dialog: 'new' }],
    ['Anlage anlegen', '/admin-portal/power-master', { dialog: 'new' }],
    ['Frage anlegen', '/admin-portal/faq', { entry: 'new' }],
    ['Hostname anlegen', '/admin-portal/dns-overview', { view: undefined }],
    ['Dienstgruppe anlegen', '/admin-portal/services-overview', { view: 'groups' }],
    ['Zeitmessung', '/admin-portal/tickets-overview', { progress: 'inProgress' }],
  ])('leads “%s” to its form', (typed, to, search) => {
    expect(pagesFound('admin', typed)[0]?.link).toEqual({ to, search })
  })

  test('finds the views of PowerMaster by everyday words', () => {
    expect(pagesFound('customer', 'Strompreise')[0]?.link.search).toEqual({ view: 'prices' })
    expect(pagesFound('customer', 'Dienstgruppe')[0]?.link.search).toEqual({ view: 'groups' })
    expect(pagesFound('customer', 'Plan')[0]?.link.search).toEqual({ view: 'plan' })
    expect(pagesFound('admin', 'Anlagen')[0]?.link.to).toBe('/admin-portal/power-master')
  })

  test('has keywords for every section of the settings', () => {
    for (const page of pagesOf('admin', session('admin')).filter(({ key }) =>
      key.startsWith('/admin-portal/settings/'),
    ))
      expect(page.words?.length, page.key).toBeGreaterThan(0)
    for (const portal of ['admin', 'customer'] as const) {
      for (const page of pagesOf(portal, session(portal)).filter(({ key }) => key.includes('#')))
        expect(page.words?.length, page.key).toBeGreaterThan(0)
    }
  })
})
