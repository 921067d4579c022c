import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { accounts, type CurrentSession } from '#contract/accounts.ts'
import { type Customer, customers } from '#contract/customers.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { connectApi } from './api.ts'
import { forgetSession, lookUpSession, readSession, subscribeToSession } from './session.ts'

const showNetworkFailure = vi.fn()
const requireLogin = vi.fn(() => true)

beforeEach(() => connectApi({ showNetworkFailure, requireLogin }))
afterEach(() => {
  forgetSession()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

describe('who uses the browser', () => {
  it('is logged in when the customer list holds an entry', async () => {
    const api = fakeApi()
    api.answer(customers.list, { count: 1, results: [brandt] })
    api.answer(accounts.session, sessionOf({ customerId: brandt.id }))
    await lookUpSession()
    expect(readSession()).toMatchObject({ isLoggedIn: true, customerLoading: false, customer: brandt })
    expect(api.asked.map(({ path }) => path)).toEqual([
      '/api/backend/customer/?page=1&page_size=1',
      '/api/auth/session/',
    ])
  })

  it('is a visitor when the list is empty, and is not asked for a session', async () => {
    const api = fakeApi()
    api.answer(customers.list, { count: 0, results: [] })
    await lookUpSession()
    expect(readSession()).toEqual({
      isLoggedIn: false,
      customerLoading: false,
      customer: null,
      user: null,
      asUser: null,
    })
    expect(api.asked).toHaveLength(1)
  })

  it.each([
    ['the network fails', () => {}],
    ['the server refuses', (api: ReturnType<typeof fakeApi>) => api.refuse(customers.list, 'session.required')],
  ])('is a visitor without a word when %s', async (_, arrange) => {
    arrange(fakeApi())
    await lookUpSession()
    expect(readSession()).toMatchObject({ isLoggedIn: false, customerLoading: false })
    expect(showNetworkFailure).not.toHaveBeenCalled()
    expect(requireLogin).not.toHaveBeenCalled()
  })

  it('is shown the own record, not the first of all an admin may see', async () => {
    const api = fakeApi()
    const own = { ...brandt, id: '01900000-0000-7000-8000-000000000009', displayName: 'Musterwerk' }
    api.answer(customers.list, { count: 12, results: [brandt] })
    api.answer(accounts.session, sessionOf({ role: 'admin', customerId: own.id }))
    api.answer(customers.get, own)
    await lookUpSession()
    expect(readSession().customer?.displayName).toBe('Musterwerk')
  })

  it('is forgotten at once, and everybody who listens hears it', async () => {
    const api = fakeApi()
    api.answer(customers.list, { count: 1, results: [brandt] })
    api.answer(accounts.session, sessionOf({ customerId: brandt.id }))
    await lookUpSession()
    const heard = vi.fn()
    const stop = subscribeToSession(heard)
    forgetSession()
    stop()
    forgetSession()
    expect(readSession().isLoggedIn).toBe(false)
    expect(heard).toHaveBeenCalledOnce()
  })
})

function sessionOf(user: Partial<NonNullable<CurrentSession['user']>>): CurrentSession {
  const person = { id: 'u1', username: 'jana', firstName: 'Jana', lastName: 'Brandt', customerId: null }
  return { user: { ...person, role: 'customer', ...user }, asUser: null, idleUntil: null }
}

const brandt: Customer = {
  id: '01900000-0000-7000-8000-000000000001',
  number: 'K-1001',
  kind: 'private',
  displayName: 'Jana Brandt',
  company: '',
  firstName: 'Jana',
  lastName: 'Brandt',
  phone: '',
  website: '',
  email: 'jana@example.org',
  address: { street: '', zip: '', city: '', country: 'DE' },
  vatId: '',
  leitwegId: '',
  notifications: true,
  newsletter: false,
  hourlyRate: 92,
  users: [],
  ticketsCount: 0,
  permissions: [],
  revision: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}
