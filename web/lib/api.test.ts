import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { contact } from '#contract/contact.ts'
import { defineEndpoints, empty } from '#contract/endpoint.ts'
import { files } from '#contract/files.ts'
import { serviceCredentials } from '#contract/service-credentials.ts'
import { tickets } from '#contract/tickets.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { addressOf, call, connectApi } from './api.ts'
import { NetworkError, ProblemError } from './api-error.ts'

const showNetworkFailure = vi.fn()
const requireLogin = vi.fn(() => true)
const reauthenticate = vi.fn<() => Promise<boolean>>()

beforeEach(() => {
  reauthenticate.mockReset().mockResolvedValue(false)
  connectApi({ backendUrl: '/', showNetworkFailure, requireLogin, reauthenticate })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

const id = '01900000-0000-7000-8000-000000000001'
const message = { email: 'jana@example.org', text: 'Guten Tag zusammen' }

describe('a call', () => {
  it('fills the path and leaves out what the query does not name', async () => {
    const api = fakeApi()
    api.answer(tickets.list, { count: 0, results: [] })
    await call(tickets.list, { query: { page: 2, search: 'Wärme & Licht', ordering: undefined, progress: 'finished' } })
    expect(api.asked[0]?.path).toBe('/api/backend/tickets/?page=2&search=W%C3%A4rme+%26+Licht&progress=finished')
  })

  it('asks the backend the configuration names', async () => {
    connectApi({ backendUrl: 'https://portal.example/' })
    const api = fakeApi()
    api.reply(tickets.get, () => new Response())
    await call(tickets.get, { params: { id } }).catch(() => undefined)
    expect(api.asked[0]?.path).toBe(`https://portal.example/api/backend/tickets/${id}/`)
  })

  it.each([null, undefined])('is not sent with the path id %s', async missing => {
    const api = fakeApi()
    // @ts-expect-error a missing id does not compile; this is what happens when types were cheated
    await expect(call(tickets.get, { params: { id: missing } })).rejects.toThrow(
      'Required parameter id was null or undefined when calling GET /api/backend/tickets/{id}/',
    )
    expect(api.asked).toEqual([])
  })

  it('is not sent without the body it needs', async () => {
    const api = fakeApi()
    // @ts-expect-error the same for a body
    await expect(call(contact.send, { body: null })).rejects.toThrow(
      'Required parameter body was null or undefined when calling POST /api/backend/messageForm/',
    )
    expect(api.asked).toEqual([])
  })

  it('names the version of what it changes', async () => {
    const api = fakeApi()
    api.answer(tickets.delete, undefined)
    await call(tickets.delete, { params: { id }, revision: 7 })
    expect(api.asked[0]?.headers.get('If-Match')).toBe('"7"')
  })

  it('sends the key that makes a repeated form count once', async () => {
    const api = fakeApi()
    api.answer(contact.send, undefined)
    await call(contact.send, { body: message, idempotencyKey: 'abc' })
    expect(api.asked[0]?.headers.get('Idempotency-Key')).toBe('abc')
    expect(api.asked[0]?.body).toEqual(message)
  })

  it('gives the answer of a call without content as nothing', async () => {
    fakeApi().answer(accounts.logout, undefined)
    expect(await call(accounts.logout)).toBeUndefined()
  })
})

describe('the CSRF token', () => {
  it('is read from the cookie when the call is made', async () => {
    const api = fakeApi({ cookie: 'other=1; csrftoken=first%3D' })
    api.answer(contact.send, undefined)
    await call(contact.send, { body: message })
    api.setCookie('csrftoken=second')
    await call(contact.send, { body: message })
    expect(api.asked.map(({ headers }) => headers.get('X-CSRFToken'))).toEqual(['first=', 'second'])
  })

  it('is left alone when the call already carries one', async () => {
    const api = fakeApi({ cookie: 'csrftoken=cookie' })
    api.answer(contact.send, undefined)
    await call(contact.send, { body: message, headers: { 'X-CSRFToken': 'own' } })
    expect(api.asked[0]?.headers.get('X-CSRFToken')).toBe('own')
  })

  it('is tried once more when it has expired, with the fresh one and the same key', async () => {
    const api = fakeApi({ cookie: 'csrftoken=stale' })
    api.reply(contact.send, ({ headers }) => {
      if (headers.get('X-CSRFToken') === 'fresh') return new Response(null, { status: 204 })
      api.setCookie('csrftoken=fresh')
      return problem(403, 'csrf_failed')
    })
    await call(contact.send, { body: message, idempotencyKey: 'abc' })
    expect(api.asked.map(({ headers }) => headers.get('Idempotency-Key'))).toEqual(['abc', 'abc'])
    expect(requireLogin).not.toHaveBeenCalled()
  })

  it('is tried no third time, and does not lead to the login', async () => {
    const api = fakeApi()
    api.refuse(contact.send, 'csrf_failed')
    await expect(call(contact.send, { body: message })).rejects.toMatchObject({ code: 'csrf_failed', isShown: false })
    expect(api.asked).toHaveLength(2)
    expect(requireLogin).not.toHaveBeenCalled()
  })
})

describe('an upload', () => {
  const file = new File(['%PDF-1.7'], 'Angebot.pdf')
  const stored = { id, name: 'Angebot.pdf', mediaType: 'application/pdf' as const, sizeBytes: 8 }

  it('sends the file and tells how much of it has left', async () => {
    const api = fakeApi({ cookie: 'csrftoken=token' })
    api.answer(files.create, stored)
    const shares: number[] = []
    const answer = await call(files.create, { file, idempotencyKey: 'abc', onProgress: share => shares.push(share) })
    expect(answer).toEqual(stored)
    expect(shares).toEqual([0.5])
    const [asked] = api.asked
    expect(asked?.body).toEqual(file)
    expect(asked?.headers.get('X-CSRFToken')).toBe('token')
    expect(asked?.headers.get('Idempotency-Key')).toBe('abc')
    // The browser writes the boundary of the form into it.
    expect(asked?.headers.has('Content-Type')).toBe(false)
  })

  it('is refused and fails as any other call', async () => {
    const errors = [{ field: 'file', code: 'file.type', message: 'Möglich sind PDF.' }]
    const api = fakeApi()
    api.refuse(files.create, 'request.invalid', { errors })
    await expect(call(files.create, { file })).rejects.toMatchObject({ status: 422, errors })
    api.refuse(files.create, 'throttled', { headers: { 'Retry-After': '5' } })
    await expect(call(files.create, { file })).rejects.toMatchObject({ status: 429, retryAfterSeconds: 5 })
    api.reply(files.create, () => {
      throw new TypeError('the line broke')
    })
    await expect(call(files.create, { file, silent: true })).rejects.toBeInstanceOf(NetworkError)
  })

  it('is given up without a word when the caller does', async () => {
    const api = fakeApi()
    const leaving = new AbortController()
    api.reply(files.create, () => {
      leaving.abort()
      return Response.json(stored)
    })
    await expect(call(files.create, { file, signal: leaving.signal })).rejects.toMatchObject({ name: 'AbortError' })
    await expect(call(files.create, { file, signal: leaving.signal })).rejects.toMatchObject({ name: 'AbortError' })
    expect(api.asked).toHaveLength(1)
    expect(showNetworkFailure).not.toHaveBeenCalled()
  })
})

describe('a download', () => {
  const { get } = defineEndpoints({
    get: { method: 'GET', path: '/api/plans/{id}/', access: 'customer', summary: '', response: empty, download: true },
  })

  it('gives the file under its name', async () => {
    const headers = { 'Content-Disposition': "attachment; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%281%29.pdf" }
    fakeApi().reply(get, () => new Response('%PDF-1.7', { headers }))
    const { name, content } = await call(get, { params: { id } })
    expect(name).toBe('Größe (1).pdf')
    expect(await content.text()).toBe('%PDF-1.7')
  })

  it('has an address for a link', () => {
    connectApi({ backendUrl: 'https://portal.example/' })
    expect(addressOf(get, { id })).toBe(`https://portal.example/api/plans/${id}/`)
  })
})

describe('a call that gets no answer', () => {
  it('is told with the red toast and fails as a network error', async () => {
    fakeApi()
    const failure = await call(tickets.list).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(NetworkError)
    expect(failure).toMatchObject({ message: 'Network Error', isShown: true })
    expect(showNetworkFailure).toHaveBeenCalledOnce()
  })

  it.each([
    ['an error page of a proxy', () => new Response('<h1>Bad Gateway</h1>', { status: 502 })],
    ['an empty refusal', () => new Response(null, { status: 500 })],
    ['a success that is no JSON', () => new Response('<html>')],
  ])('counts %s the same', async (_, reply) => {
    fakeApi().reply(tickets.list, reply)
    await expect(call(tickets.list)).rejects.toBeInstanceOf(NetworkError)
    expect(showNetworkFailure).toHaveBeenCalledOnce()
  })

  it('is told later when nobody was there yet to tell it, and only once', async () => {
    vi.resetModules()
    const early = await import('./api.ts')
    fakeApi()
    await expect(early.call(tickets.list)).rejects.toMatchObject({ message: 'Network Error' })
    early.connectApi({ backendUrl: '/' })
    expect(showNetworkFailure).not.toHaveBeenCalled()
    early.connectApi({ showNetworkFailure })
    early.connectApi({ showNetworkFailure })
    expect(showNetworkFailure).toHaveBeenCalledOnce()
  })

  it('stays quiet when it was made silently', async () => {
    fakeApi()
    await expect(call(tickets.list, { silent: true })).rejects.toMatchObject({ isShown: false })
    expect(showNetworkFailure).not.toHaveBeenCalled()
  })

  it('is no failure of the network when the caller gave up', async () => {
    const api = fakeApi()
    const leaving = new AbortController()
    api.reply(tickets.list, () => {
      leaving.abort()
      throw leaving.signal.reason
    })
    await expect(call(tickets.list, { signal: leaving.signal })).rejects.toMatchObject({ name: 'AbortError' })
    expect(showNetworkFailure).not.toHaveBeenCalled()
  })
})

describe('a refusal', () => {
  it('carries what the server said', async () => {
    const errors = [{ field: 'name', code: 'required', message: 'Dieses Feld ist ein Pflichtfeld.' }]
    fakeApi().refuse(tickets.list, 'throttled', { errors, headers: { 'Retry-After': '12' } })
    const failure = await call(tickets.list).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ProblemError)
    expect(failure).toMatchObject({ status: 429, code: 'throttled', errors, retryAfterSeconds: 12, requestId: 'test' })
  })

  it.each(['session.required', 'role.forbidden'] as const)('%s leads to the login', async code => {
    fakeApi().refuse(tickets.list, code)
    await expect(call(tickets.list)).rejects.toMatchObject({ code, isShown: true })
    expect(requireLogin).toHaveBeenCalledOnce()
  })

  it('session.login_failed stays on the page', async () => {
    const code = 'session.login_failed'
    fakeApi().refuse(accounts.login, code)
    await expect(call(accounts.login, { body: { username: 'jana', password: 'geheim1' } })).rejects.toMatchObject({
      code,
      isShown: false,
    })
    expect(requireLogin).not.toHaveBeenCalled()
  })

  it('does not lead to the login at start, when nobody asked for a page yet', async () => {
    fakeApi().refuse(tickets.list, 'session.required')
    await expect(call(tickets.list, { silent: true })).rejects.toMatchObject({ code: 'session.required' })
    expect(requireLogin).not.toHaveBeenCalled()
  })
})

describe('a call that asks for the own password first', () => {
  const code = 'session.reauthentication_required'
  const params = { id }

  it('goes on where it was once the password is given, with the same key', async () => {
    const api = fakeApi()
    api.refuse(serviceCredentials.reveal, code)
    reauthenticate.mockImplementationOnce(async () => {
      api.answer(serviceCredentials.reveal, { password: 'Rebe-7' })
      return true
    })
    expect(await call(serviceCredentials.reveal, { params, idempotencyKey: 'k' })).toEqual({ password: 'Rebe-7' })
    expect(api.asked.map(({ headers }) => headers.get('Idempotency-Key'))).toEqual(['k', 'k'])
    expect(requireLogin).not.toHaveBeenCalled()
  })

  it('ends without a word when the question is closed, and never at the login page', async () => {
    const api = fakeApi()
    api.refuse(serviceCredentials.reveal, code)
    await expect(call(serviceCredentials.reveal, { params })).rejects.toMatchObject({ code, isShown: true })
    expect(api.asked).toHaveLength(1)
    expect(requireLogin).not.toHaveBeenCalled()
  })

  it('asks once, not for ever', async () => {
    fakeApi().refuse(serviceCredentials.reveal, code)
    reauthenticate.mockResolvedValue(true)
    await expect(call(serviceCredentials.reveal, { params })).rejects.toMatchObject({ code, isShown: false })
    expect(reauthenticate).toHaveBeenCalledOnce()
    expect(requireLogin).not.toHaveBeenCalled()
  })

  it('asks nobody when it was made silently', async () => {
    fakeApi().refuse(serviceCredentials.reveal, code)
    await expect(call(serviceCredentials.reveal, { params, silent: true })).rejects.toMatchObject({ isShown: false })
    expect(reauthenticate).not.toHaveBeenCalled()
  })

  it('is not sent again when its page was left meanwhile', async () => {
    const api = fakeApi()
    api.refuse(serviceCredentials.reveal, code)
    const leaving = new AbortController()
    reauthenticate.mockImplementationOnce(async () => {
      leaving.abort()
      return true
    })
    await expect(call(serviceCredentials.reveal, { params, signal: leaving.signal })).rejects.toMatchObject({
      name: 'AbortError',
    })
    expect(api.asked).toHaveLength(1)
  })
})

function problem(status: number, code: string): Response {
  return Response.json({ type: 'x', title: 'Abgelehnt', status, code, requestId: 'test' }, { status })
}
