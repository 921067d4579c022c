import { afterAll, describe, expect, test } from 'vitest'
import { id, openLamps } from '#server/testing/sample-server.ts'

const { app, close } = await openLamps()
afterAll(close)

describe('the HTTP server', () => {
  test('an address that cannot be decoded is refused with all headers', async () => {
    const answer = await app.inject('/%E0%A4%A')
    expect(answer.json()).toMatchObject({ status: 400, code: 'request.malformed' })
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  })

  test('another method on a known path is refused with the allowed ones', async () => {
    for (const method of ['PUT', 'PATCH', 'OPTIONS'] as const) {
      const answer = await app.inject({ method, url: '/api/lamps/' })
      expect(answer.json()).toMatchObject({ status: 405, code: 'method_not_allowed' })
      expect(answer.headers.allow).toBe('GET, HEAD, POST')
    }
    const answer = await app.inject({ method: 'POST', url: `/api/lamps/${id}/` })
    expect(answer.headers.allow).toBe('DELETE, GET, HEAD')
  })

  test('no method that mirrors a request is answered', async () => {
    for (const method of ['TRACE', 'PROPFIND'] as const) {
      const answer = await app.inject({
        method: method as 'GET',
        url: '/api/lamps/',
        headers: { 'x-secret': 'mirrored' },
      })
      expect(answer.statusCode).toBeGreaterThanOrEqual(400)
      expect(answer.body).not.toContain('mirrored')
    }
  })

  test('a path without its slash redirects to the one with it', async () => {
    const answer = await app.inject('/api/lamps?page=2&page_size=5')
    expect(answer.statusCode).toBe(308)
    expect(answer.headers.location).toBe('/api/lamps/?page=2&page_size=5')
    expect((await app.inject({ method: 'POST', url: '/api/lamps' })).statusCode).toBe(308)
    const deep = { readings: [{ value: { of: [1] } }] }
    expect((await app.inject({ method: 'POST', url: '/api/lamps', payload: deep })).statusCode).toBe(308)
    const large = { name: 'x'.repeat(2_000_000) }
    expect((await app.inject({ method: 'POST', url: '/api/lamps', payload: large })).statusCode).toBe(308)
    const form = { method: 'POST', url: '/api/lamps', headers: { 'content-type': 'text/plain' }, payload: 'x' } as const
    expect((await app.inject(form)).statusCode).toBe(308)
    expect((await app.inject('/api/lamps?a=1?b=2?')).headers.location).toBe('/api/lamps/?a=1?b=2?')
  })

  test.each(['/api/schema', '/api/docs', '/api/docs/errors'])('%s is a page that is only read', async path => {
    expect((await app.inject(path)).headers.location).toBe(`${path}/`)
    const answer = await app.inject({ method: 'POST', url: `${path}/` })
    expect(answer.json()).toMatchObject({ status: 405, code: 'method_not_allowed' })
    expect(answer.headers.allow).toBe('GET, HEAD')
  })

  test.each(['/api/', '/api/nothing/', '/api/nothing', '/api/lamps//', '/API/lamps/', '/api/lamps/1/2/3/'])(
    'there is nothing at %s',
    async url => {
      expect((await app.inject(url)).json()).toMatchObject({ status: 404, code: 'not_found' })
    },
  )
})
