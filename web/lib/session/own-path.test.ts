import { describe, expect, it } from 'vitest'
import { ownPath } from './own-path.ts'

describe('the target of a login', () => {
  it.each([
    '/',
    '/customer-portal/tickets-overview',
    '/customer-portal/ticket/1?tab=entries#sum',
    '/faq?search=50%25%20g%C3%BCnstiger',
    '/contact?from=https://elsewhere.example',
  ])('is the user’s previous path: %s', path => {
    expect(ownPath(path)).toBe(path)
  })

  it.each([
    '//elsewhere.example',
    '/\\elsewhere.example',
    '\\\\elsewhere.example',
    'https://elsewhere.example/',
    'https:elsewhere.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'elsewhere.example',
    '/%2Felsewhere.example',
    '/%2felsewhere.example',
    '/%5Celsewhere.example',
    '/%252Felsewhere.example',
    '/\t/elsewhere.example',
    '/%09/elsewhere.example',
    '/\n//elsewhere.example',
    ' /customer-portal/home',
    '',
    undefined,
    null,
    7,
    ['/'],
  ])('is never another site or a script: %j', next => {
    expect(ownPath(next)).toBeUndefined()
  })

  it.each(['/login', '/login/', '/accounts/login', '/accounts/login?next=/faq'])('is not the login page: %s', next => {
    expect(ownPath(next)).toBeUndefined()
  })

  it('cannot escape the site', () => {
    expect(ownPath('/customer-portal/../../faq')).toBe('/faq')
  })
})
