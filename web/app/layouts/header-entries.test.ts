import { describe, expect, it } from 'vitest'
import type { Role } from '#contract/accounts.ts'
import type { SessionState } from '#web/lib/session/session.ts'
import { headerEntries, isCurrent } from './header-entries.ts'

describe('the header', () => {
  it.each([
    ['a visitor', visitor(), ['Start', 'Kontakt']],
    ['a customer', loggedIn('customer'), ['Start', 'Kontakt', 'Kundenportal', 'Einstellungen']],
    ['an admin', loggedIn('admin'), ['Start', 'Kontakt', 'Kundenportal', 'Admin', 'Einstellungen']],
    ['an admin who looks as a customer', asCustomer(), ['Start', 'Kontakt', 'Kundenportal', 'Einstellungen']],
  ])('shows %s their entries', (_, session, labels) => {
    expect(headerEntries(session).map(({ label }) => label)).toEqual(labels)
  })

  it('marks a portal on all its pages, and every other entry on its own page only', () => {
    const marked = (path: string) =>
      headerEntries(loggedIn('admin'))
        .filter(entry => isCurrent(entry, path))
        .map(({ label }) => label)
    expect(marked('/')).toEqual(['Start'])
    expect(marked('/customer-portal/ticket/1')).toEqual(['Kundenportal'])
    expect(marked('/admin-portal/settings')).toEqual(['Admin'])
    expect(marked('/user-settings')).toEqual(['Einstellungen'])
    expect(marked('/faq')).toEqual([])
  })
})

type Present = Pick<SessionState, 'isLoggedIn' | 'user' | 'impersonation'>

function visitor(): Present {
  return { isLoggedIn: false, user: null, impersonation: null }
}

function loggedIn(role: Role): Present {
  const person = { id: 'u1', username: 'jana', firstName: 'Jana', lastName: 'Brandt', lacksSecondFactor: false }
  const user = { ...person, role, customerId: 'c1' }
  return { ...visitor(), isLoggedIn: true, user }
}

function asCustomer(): Present {
  const impersonation = { customerId: 'c2', customerName: 'Familie Brandt', until: '2026-11-20T15:00:00.000Z' }
  return { ...loggedIn('admin'), impersonation }
}
