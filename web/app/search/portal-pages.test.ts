import { describe, expect, test } from 'vitest'
import { matchingPages } from '#web/features/search/search-pages.ts'
import type { SessionState } from '#web/lib/session.ts'
import { settingsTexts } from '#web/texts/settings.ts'
import { pagesOf } from './portal-pages.ts'

const session = (role: 'admin' | 'customer', asUser: SessionState['asUser'] = null) => ({
  isLoggedIn: true,
  // Only the role is looked at.
  user: { role } as NonNullable<SessionState['user']>,
  asUser,
})
const addressesOf = (...of: Parameters<typeof pagesOf>) => pagesOf(...of).map(({ key }) => key)

describe('the pages the search finds', () => {
  test('are an admin’s places, every section of the settings and the own ones, each address once', () => {
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

  test('hold nothing of the admin portal for a customer, and no settings of whom one looks at', () => {
    const own = addressesOf('customer', session('customer'))
    expect(own.filter(address => address.startsWith('/admin'))).toEqual([])
    expect(own).toEqual(expect.arrayContaining(['/customer-portal/invoices-overview', '/user-settings#konto']))
    const view = addressesOf('customer', session('admin', { customerId: 'c', customerName: 'C', until: '' }))
    expect(view.filter(address => address.startsWith('/admin') || address.includes('#'))).toEqual([])
  })

  test('are found by any of their words, in every spelling, the name before the note', () => {
    const pages = pagesOf('admin', session('admin'))
    const found = (typed: string) => {
      const { best, others } = matchingPages(pages, typed)
      return [best, others].map(list => list.map(({ key }) => key))
    }
    for (const typed of ['Übersicht', 'uebersicht', 'UBERSICHT'])
      expect(found(typed)[0]?.[0]).toBe('/admin-portal/home')
    expect(found('rechn')[0]).toEqual(['/admin-portal/invoices-overview'])
    expect(found('bankverbindung')).toEqual([[], ['/admin-portal/settings/billing']])
    expect(found('stundensatz steuern')[1]).toEqual(['/admin-portal/settings/billing'])
    expect(found('gibtesnicht')).toEqual([[], []])
    expect(found(' ')).toEqual([[], []])
  })
})
