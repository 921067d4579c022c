import { describe, expect, it } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { contact } from '#contract/contact.ts'
import { defineEndpoints, empty } from '#contract/endpoint.ts'
import { tickets } from '#contract/tickets.ts'
import { connectTestApi } from '#web/testing/connect-api.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { addressOf, call, connectApi } from './api-client.ts'

const { requireLogin, showCsrfFailure } = connectTestApi()

const id = '01900000-0000-7000-8000-000000000001'
const message = { email: 'jana@example.org', text: 'Guten Tag zusammen' }

describe('a call', () => {
  it('fills in the path and omits undefined query parameters', async () => {
    const api = fakeApi()
    api.answer(tickets.list, { count: 0, results: [] })
    await call(tickets.list, { query: { page: 2, search: 'Wärme & Licht', ordering: undefined, progress: 'finished' } })
    expect(api.asked[0]?.path).toBe('/api/backend/tickets/?page=2&search=W%C3%A4rme+%26+Licht&progress=finished')
  })

  it('goes to the configured backend', async () => {
    connectApi({ backendUrl: 'https://portal.example/' })
    const api = fakeApi()
    api.reply(tickets.get, () => new Response())
    await call(tickets.get, { params: { id } }).catch(() => undefined)
    expect(api.asked[0]?.path).toBe(`https://portal.example/api/backend/tickets/${id}/`)
  })

  it.each([null, undefined])('is not sent with %s as path id', async missing => {
    const api = fakeApi()
    // @ts-expect-error a missing id does not compile; this covers calls that bypass the types
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

  it('sends the revision of the item it changes', async () => {
    const api = fakeApi()
    api.answer(tickets.delete, undefined)
    await call(tickets.delete, { params: { id }, revision: 7 })
    expect(api.asked[0]?.headers.get('If-Match')).toBe('"7"')
  })

  it('sends the key that makes a repeated submit count once', async () => {
    const api = fakeApi()
    api.answer(contact.send, undefined)
    await call(contact.send, { body: message, idempotencyKey: 'abc' })
    expect(api.asked[0]?.headers.get('Idempotency-Key')).toBe('abc')
    expect(api.asked[0]?.body).toEqual(message)
  })

  it('returns undefined for an answer without content', async () => {
    fakeApi().answer(accounts.logout, undefined)
    expect(await call(accounts.logout)).toBeUndefined()
  })
})

describe('the CSRF token', () => {
  it('is read from the cookie at the time of the call', async () => {
    const api = fakeApi({ cookie: 'other=1; csrftoken=first%3D' })
    api.answer(contact.send, undefined)
    await call(contact.send, { body: message })
    api.setCookie('csrftoken=second')
    await call(contact.send, { body: message })
    expect(api.asked.map(({ headers }) => headers.get('X-CSRFToken'))).toEqual(['first=', 'second'])
  })

  it('is not overwritten if the call already has one', async () => {
    const api = fakeApi({ cookie: 'csrftoken=cookie' })
    api.answer(contact.send, undefined)
    await call(contact.send, { body: message, headers: { 'X-CSRFToken': 'own' } })
    expect(api.asked[0]?.headers.get('X-CSRFToken')).toBe('own')
  })

  it('is retried once after it has expired, with the fresh token and the same key', async () => {
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

  it.each([false, true])(
    'is not retried twice: the user sees an error and stays on the page (silent: %s)',
    async silent => {
      const api = fakeApi()
      api.refuse(contact.send, 'csrf_failed')
      await expect(call(contact.send, { body: message, silent })).rejects.toMatchObject({
        code: 'csrf_failed',
        isShown: true,
      })
      expect(api.asked).toHaveLength(2)
      expect(showCsrfFailure).toHaveBeenCalledOnce()
      expect(requireLogin).not.toHaveBeenCalled()
    },
  )
})

describe('a download', () => {
  const { get } = defineEndpoints({
    get: { method: 'GET', path: '/api/plans/{id}/', access: 'customer', summary: '', response: empty, download: true },
  })

  it('returns the file with its name', async () => {
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

function problem(status: number, code: string): Response {
  return Response.json({ type: 'x', title: 'Abgelehnt', status, code, requestId: 'test' }, { status })
}
