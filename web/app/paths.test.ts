import { describe, expect, it } from 'vitest'
import { ownPath } from '#web/lib/session/own-path.ts'
import { loginHref, portalHome } from './paths.ts'

describe('the way to the login', () => {
  it('contains the whole path and query of the user’s page and leads back there', () => {
    const href = loginHref('/customer-portal/tickets-overview?page=2&search=Wärme & Licht')
    expect(href).toMatch(/^\/accounts\/login\?next=/)
    const next = new URL(href, 'http://own.example').searchParams.get('next')
    expect(ownPath(next)).toBe('/customer-portal/tickets-overview?page=2&search=W%C3%A4rme%20&%20Licht')
  })

  it('leads to the user’s portal by default', () => {
    expect(portalHome('admin')).toBe('/admin-portal/home')
    expect(portalHome('customer')).toBe('/customer-portal/home')
  })
})
