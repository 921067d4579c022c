import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { accounts, type CurrentSession } from '#contract/accounts.ts'
import { applicationServices } from '#contract/application-services.ts'
import { type Customer, customers } from '#contract/customers.ts'
import { deviceServices } from '#contract/device-services.ts'
import { type WebsiteService, websiteServices } from '#contract/website-services.ts'
import { connectApi } from '#web/lib/api/api-client.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { forgetSession, lookUpSession, readSession, subscribeToSession } from './session.ts'

const showNetworkFailure = vi.fn()
const requireLogin = vi.fn(() => true)

beforeEach(() => connectApi({ showNetworkFailure, requireLogin }))
afterEach(() => {
  forgetSession()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

describe('the current user', () => {
  it('is logged in when the customer list has an entry', async () => {
    const api = fakeApi()
    api.answer(customers.list, { count: 1, results: [brandt] })
    api.answer(accounts.session, sessionOf({ customerId: brandt.id }))
    await lookUpSession()
    expect(readSession()).toMatchObject({ isLoggedIn: true, customerLoading: false, customer: brandt })
    expect(api.asked.map(({ path }) => path)).toEqual([
      '/api/backend/customer/?page=1&page_size=1',
      '/api/auth/session/',
    ])
    await servicesSettled()
  })

  it('is a visitor when the list is empty, without a request for the session', async () => {
    const api = fakeApi()
    api.answer(customers.list, { count: 0, results: [] })
    await lookUpSession()
    expect(readSession()).toEqual({
      isLoggedIn: false,
      customerLoading: false,
      customer: null,
      user: null,
      impersonation: null,
      failure: null,
      prices: null,
      servicesLoading: false,
      applicationServices: null,
      deviceServices: null,
      websiteServices: null,
      servicesLoadedAtMs: 0,
    })
    expect(api.asked).toHaveLength(1)
  })

  it.each([
    ['the network fails', () => {}],
    ['the server refuses', (api: ReturnType<typeof fakeApi>) => api.refuse(customers.list, 'session.required')],
  ])('is a visitor without a message when %s', async (_, arrange) => {
    arrange(fakeApi())
    await lookUpSession()
    expect(readSession()).toMatchObject({ isLoggedIn: false, customerLoading: false })
    expect(showNetworkFailure).not.toHaveBeenCalled()
    expect(requireLogin).not.toHaveBeenCalled()
  })

  it.each([
    ['the network fails', () => {}, 'NetworkError'],
    ['it answers 500', api => api.refuse(accounts.session, 'internal'), 'ProblemError'],
    ['it answers 503', api => api.refuse(accounts.session, 'unavailable'), 'ProblemError'],
    [
      'a proxy answers',
      api => api.reply(accounts.session, () => new Response('<h1>', { status: 502 })),
      'NetworkError',
    ],
  ] satisfies [string, (api: ReturnType<typeof fakeApi>) => void, string][])(
    'stays logged in, with the failure kept, when the session is requested and %s',
    async (_, arrange, name) => {
      const api = fakeApi()
      api.answer(customers.list, { count: 1, results: [brandt] })
      arrange(api)
      await lookUpSession()
      expect(readSession()).toMatchObject({ isLoggedIn: true, user: null, customer: null, failure: { name } })
      expect(showNetworkFailure).not.toHaveBeenCalled()

      api.answer(accounts.session, sessionOf({ customerId: brandt.id }))
      await lookUpSession()
      expect(readSession()).toMatchObject({ isLoggedIn: true, customer: brandt, failure: null })
      await servicesSettled()
    },
  )

  it('stays logged in while a request for the session hangs', async () => {
    vi.useFakeTimers()
    const api = fakeApi()
    api.answer(customers.list, { count: 1, results: [brandt] })
    api.reply(accounts.session, ({ signal }) => new Promise((_, reject) => signal?.addEventListener('abort', reject)))
    const lookedUp = lookUpSession()
    await vi.advanceTimersToNextTimerAsync()
    await lookedUp
    expect(readSession()).toMatchObject({ isLoggedIn: true, failure: { name: 'NetworkError' } })
    vi.useRealTimers()
  })

  it('stays logged in when the customer record cannot be loaded', async () => {
    const api = fakeApi()
    api.answer(customers.list, { count: 2, results: [] })
    api.answer(accounts.session, sessionOf({ customerId: brandt.id }))
    api.refuse(customers.get, 'internal')
    await lookUpSession()
    expect(readSession()).toMatchObject({ isLoggedIn: true, failure: { status: 500 } })
  })

  it.each([401, 403])('is led to the login when the session is refused with %i', async status => {
    const api = fakeApi()
    api.answer(customers.list, { count: 1, results: [brandt] })
    api.reply(accounts.session, () => new Response('<h1>Access denied</h1>', { status }))
    await lookUpSession()
    expect(requireLogin).toHaveBeenCalledOnce()
    expect(readSession()).toMatchObject({ isLoggedIn: false, failure: null })
  })

  it('sees their own record, not the first one visible to an admin', async () => {
    const api = fakeApi()
    const own = { ...brandt, id: '01900000-0000-7000-8000-000000000009', displayName: 'Musterwerk' }
    api.answer(customers.list, { count: 12, results: [brandt] })
    api.answer(accounts.session, sessionOf({ role: 'admin', customerId: own.id }))
    api.answer(customers.get, own)
    await lookUpSession()
    expect(readSession().customer?.displayName).toBe('Musterwerk')
    await servicesSettled()
    expect(servicePaths(api)).toEqual(
      kinds.map(kind => `/api/backend/${kind}-services/?customer=${own.id}&page_size=100`),
    )
  })

  it('is forgotten at once, and all listeners are notified', async () => {
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

describe('the services of the current user', () => {
  /** A backend that knows the customer and answers the lists of services on command. */
  function slowBackend() {
    const api = fakeApi()
    api.answer(customers.list, { count: 1, results: [brandt] })
    api.answer(accounts.session, sessionOf({ customerId: brandt.id }))
    const held = Promise.withResolvers<void>()
    const answerOnSignal = (results: unknown[]) => async () => {
      await held.promise
      return Response.json({ count: results.length, results })
    }
    api.reply(applicationServices.list, answerOnSignal([]))
    api.reply(deviceServices.list, answerOnSignal([]))
    api.reply(websiteServices.list, answerOnSignal([website]))
    return { api, answerNow: held.resolve }
  }

  it('are requested after the customer, all three together, and nothing waits for them', async () => {
    const { api, answerNow } = slowBackend()
    expect(readSession().servicesLoading).toBe(false)
    await lookUpSession()
    expect(readSession()).toMatchObject({
      customerLoading: false,
      isLoggedIn: true,
      servicesLoading: true,
      websiteServices: null,
    })
    await expect.poll(() => servicePaths(api).length).toBe(3)
    expect(servicePaths(api).map(path => path.split('/')[3])).toEqual(kinds.map(kind => `${kind}-services`))
    expect(api.asked[0]?.path).toMatch(customers.list.path)
    expect(readSession().servicesLoading).toBe(true)
    answerNow()
    await servicesSettled()
    expect(readSession()).toMatchObject({
      isLoggedIn: true,
      customer: brandt,
      applicationServices: [],
      deviceServices: [],
      websiteServices: [website],
    })
  })

  it('finish loading when some of them fail, and the others are available', async () => {
    const { api, answerNow } = slowBackend()
    answerNow()
    api.refuse(applicationServices.list, 'internal')
    api.reply(deviceServices.list, () => {
      throw new TypeError('the line is down')
    })
    await lookUpSession()
    await servicesSettled()
    expect(readSession()).toMatchObject({
      isLoggedIn: true,
      applicationServices: null,
      deviceServices: null,
      websiteServices: [website],
    })
    expect(showNetworkFailure).not.toHaveBeenCalled()
    expect(requireLogin).not.toHaveBeenCalled()
  })

  it('lead to the login when they are refused: the session has ended since', async () => {
    const { api, answerNow } = slowBackend()
    answerNow()
    api.refuse(deviceServices.list, 'session.required')
    await lookUpSession()
    await servicesSettled()
    expect(requireLogin).toHaveBeenCalledOnce()
  })

  it('are empty lists for a customer who has none', async () => {
    const { api, answerNow } = slowBackend()
    answerNow()
    api.answer(websiteServices.list, { count: 0, results: [] })
    await lookUpSession()
    await servicesSettled()
    expect(readSession()).toMatchObject({ applicationServices: [], deviceServices: [], websiteServices: [] })
  })

  it('are dropped if another user has logged in by then', async () => {
    const { api, answerNow } = slowBackend()
    await lookUpSession()
    await expect.poll(() => servicePaths(api).length).toBe(3)
    forgetSession()
    answerNow()
    await new Promise(resolve => setTimeout(resolve))
    expect(readSession()).toMatchObject({ isLoggedIn: false, servicesLoading: false, websiteServices: null })
  })
})

const kinds = ['application', 'device', 'website']

function servicePaths(api: ReturnType<typeof fakeApi>): string[] {
  return api.asked.map(({ path }) => path).filter(path => path.includes('-services/'))
}

async function servicesSettled(): Promise<void> {
  await expect.poll(() => readSession().servicesLoading).toBe(false)
}

function sessionOf(user: Partial<NonNullable<CurrentSession['user']>>): CurrentSession {
  const names = { username: 'jana', firstName: 'Jana', lastName: 'Brandt' }
  const person = { id: 'u1', ...names, customerId: null, lacksSecondFactor: false }
  return { user: { ...person, role: 'customer', ...user }, impersonation: null, idleUntil: null, prices: null }
}

const website: WebsiteService = {
  type: 'website_service',
  id: '01900000-0000-7000-8000-000000000011',
  name: 'Website',
  description: '',
  customer: { id: '01900000-0000-7000-8000-000000000001', name: 'Jana Brandt' },
  collectionId: null,
  collection: null,
  state: 'ok',
  urls: ['https://brandt.example/'],
  credentials: [],
  isWatched: true,
  lastCheck: null,
  failuresInRow: 0,
  downSince: null,
  nextCheckAt: null,
  certificateExpiresAt: null,
  isCertificateExpiring: false,
  permissions: [],
  revision: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
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
  notificationsWhen: 'immediately',
  newsletter: false,
  hourlyRate: 92,
  users: [],
  ticketsCount: 0,
  erasedAt: null,
  permissions: [],
  revision: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}
