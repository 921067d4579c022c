import { describe, expect, it, vi } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { serviceCredentials } from '#contract/service-credentials.ts'
import { tickets } from '#contract/tickets.ts'
import { connectTestApi } from '#web/testing/connect-api.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { call } from './api-client.ts'
import { NetworkError, ProblemError } from './api-error.ts'

const { showNetworkFailure, requireLogin, reauthenticate } = connectTestApi()

const id = '01900000-0000-7000-8000-000000000001'

describe('a call without an answer', () => {
  it('shows the red toast and fails as a network error', async () => {
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
  ])('treats %s the same', async (_, reply) => {
    fakeApi().reply(tickets.list, reply)
    await expect(call(tickets.list)).rejects.toBeInstanceOf(NetworkError)
    expect(showNetworkFailure).toHaveBeenCalledOnce()
  })

  it('is reported later, and only once, if nothing was connected yet', async () => {
    vi.resetModules()
    const early = await import('./api-client.ts')
    fakeApi()
    await expect(early.call(tickets.list)).rejects.toMatchObject({ message: 'Network Error' })
    early.connectApi({ backendUrl: '/' })
    expect(showNetworkFailure).not.toHaveBeenCalled()
    early.connectApi({ showNetworkFailure })
    early.connectApi({ showNetworkFailure })
    expect(showNetworkFailure).toHaveBeenCalledOnce()
  })

  it('shows nothing when it was silent', async () => {
    fakeApi()
    await expect(call(tickets.list, { silent: true })).rejects.toMatchObject({ isShown: false })
    expect(showNetworkFailure).not.toHaveBeenCalled()
  })

  it('is no network failure when the caller cancelled it', async () => {
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
  it('contains the server’s message', async () => {
    const errors = [{ field: 'name', code: 'required', message: 'Dieses Feld ist ein Pflichtfeld.' }]
    fakeApi().refuse(tickets.list, 'throttled', { errors, headers: { 'Retry-After': '12' } })
    const failure = await call(tickets.list).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ProblemError)
    expect(failure).toMatchObject({ status: 429, code: 'throttled', errors, retryAfterSeconds: 12, requestId: 'test' })
  })

  it.each(['session.required', 'role.forbidden'] as const)('%s redirects to the login', async code => {
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

  const foreignBodies: [string, BodyInit | null][] = [
    ['no body', null],
    ['a page of a proxy', '<!doctype html><title>Access denied</title>'],
    ['the JSON of another server', JSON.stringify({ detail: 'Authentication credentials were not provided.' })],
    ['JSON that is no object', '"denied"'],
    ['half of a document', '{"code":'],
    ['a code nobody knows', JSON.stringify({ code: 'expired', title: 'Expired', status: 200 })],
  ]

  it.each([401, 403].flatMap(status => foreignBodies.map(([what, body]) => [status, what, body] as const)))(
    'with %i redirects to the login, with %s',
    async (status, _, body) => {
      fakeApi().reply(tickets.list, () => new Response(body, { status }))
      await expect(call(tickets.list)).rejects.toMatchObject({ name: 'ProblemError', status, isShown: true })
      expect(requireLogin).toHaveBeenCalledOnce()
      expect(showNetworkFailure).not.toHaveBeenCalled()
    },
  )

  it('of a proxy on the login page itself is shown as a network failure if the user triggered it', async () => {
    const refused = () => new Response('<h1>Access denied</h1>', { status: 403 })
    const api = fakeApi()
    api.reply(tickets.list, refused)
    api.reply(accounts.login, refused)
    requireLogin.mockReturnValue(false)
    await expect(call(tickets.list)).rejects.toMatchObject({ name: 'NetworkError', status: 403, isShown: false })
    expect(showNetworkFailure).not.toHaveBeenCalled()
    const login = call(accounts.login, { body: { username: 'anna', password: 'geheimnis' } })
    await expect(login).rejects.toMatchObject({ name: 'NetworkError', status: 403, isShown: true })
    expect(showNetworkFailure).toHaveBeenCalledOnce()
    requireLogin.mockReturnValue(true)
  })

  it('redirects to the login even for silent calls', async () => {
    fakeApi().refuse(tickets.list, 'session.required')
    await expect(call(tickets.list, { silent: true })).rejects.toMatchObject({ code: 'session.required' })
    expect(requireLogin).toHaveBeenCalledOnce()
  })

  it('does not redirect when the call looks up the session', async () => {
    fakeApi().refuse(tickets.list, 'session.required')
    const lookUp = call(tickets.list, { silent: true, isSessionLookup: true })
    await expect(lookUp).rejects.toMatchObject({ code: 'session.required' })
    expect(requireLogin).not.toHaveBeenCalled()
  })

  it('before the application is connected redirects later, once', async () => {
    vi.resetModules()
    const early = await import('./api-client.ts')
    fakeApi().refuse(tickets.list, 'session.required')
    await expect(early.call(tickets.list)).rejects.toMatchObject({ code: 'session.required' })
    early.connectApi({ requireLogin })
    early.connectApi({ requireLogin })
    expect(requireLogin).toHaveBeenCalledOnce()
  })
})

describe('a call that requires the password', () => {
  const code = 'session.reauthentication_required'
  const params = { id }

  it('continues with the same key after the password is entered', async () => {
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

  it('ends without a message when the dialog is closed, and never asks on the login page', async () => {
    const api = fakeApi()
    api.refuse(serviceCredentials.reveal, code)
    await expect(call(serviceCredentials.reveal, { params })).rejects.toMatchObject({ code, isShown: true })
    expect(api.asked).toHaveLength(1)
    expect(requireLogin).not.toHaveBeenCalled()
  })

  it('asks only once', async () => {
    fakeApi().refuse(serviceCredentials.reveal, code)
    reauthenticate.mockResolvedValue(true)
    await expect(call(serviceCredentials.reveal, { params })).rejects.toMatchObject({ code, isShown: false })
    expect(reauthenticate).toHaveBeenCalledOnce()
    expect(requireLogin).not.toHaveBeenCalled()
  })

  it('does not ask when it was silent', async () => {
    fakeApi().refuse(serviceCredentials.reveal, code)
    await expect(call(serviceCredentials.reveal, { params, silent: true })).rejects.toMatchObject({ isShown: false })
    expect(reauthenticate).not.toHaveBeenCalled()
  })

  it('is not repeated when its page was left meanwhile', async () => {
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
