import { describe, expect, it } from 'vitest'
import { username } from '#contract/accounts.ts'
import { customerValues, nameInForm, noLogin, proposedUsername } from './customer-values.ts'

const customer = {
  kind: 'private',
  company: '',
  firstName: 'Annelie',
  lastName: 'Größl',
  phone: '',
  website: '',
  email: '',
  address: { street: '', zip: '', city: '', country: 'DE' },
  vatId: '',
  leitwegId: '',
  notifications: true,
  newsletter: false,
  hourlyRate: 90,
  note: '',
} as const

function issuesOf(change: object): string[] {
  const { error } = customerValues.safeParse({ ...customer, login: noLogin, ...change })
  return error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? []
}

describe('the form of a customer', () => {
  it('requires the name that the kind is known by', () => {
    expect(issuesOf({ lastName: '' })).toEqual(['lastName customer.name_required'])
    expect(issuesOf({ lastName: '', kind: 'business' })).toEqual(['company customer.name_required'])
    expect(issuesOf({ lastName: '', company: 'Weingut' })).toEqual([])
  })

  it('validates the login only if one is wanted', () => {
    expect(issuesOf({ login: { ...noLogin, username: 'x' } })).toEqual([])
    expect(issuesOf({ login: { isWanted: true, username: 'x', invite: false } })).toEqual([
      'login.username username.too_short',
    ])
  })

  it('requires an address for an invitation', () => {
    const login = { isWanted: true, username: 'annelie', invite: true }
    expect(issuesOf({ login })).toEqual(['email email.required'])
    expect(issuesOf({ login, email: 'a@groessl.example' })).toEqual([])
    expect(issuesOf({ login: { ...login, invite: false } })).toEqual([])
  })

  it('shows an error at its field', () => {
    expect(['username', 'customer.address.zip', 'lastName'].map(nameInForm)).toEqual([
      'login.username',
      'address.zip',
      'lastName',
    ])
  })

  it.each([
    [{ company: '', firstName: 'Annelie', lastName: 'Größl' }, 'annelie.groessl'],
    [{ company: '', firstName: '', lastName: "O'Néill-Müller" }, 'o-neill-mueller'],
    [{ company: 'Weingut Größl & Söhne', firstName: 'Kim', lastName: '' }, 'weingut-groessl-soehne'],
    [{ company: '', firstName: '', lastName: '' }, ''],
  ])('suggests a username for %j', (names, proposed) => {
    expect(proposedUsername(names)).toBe(proposed)
    if (proposed !== '') expect(username.safeParse(proposed).success).toBe(true)
  })
})
