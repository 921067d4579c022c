import { afterAll, describe, expect, test } from 'vitest'
import { id, oneLamp, openLamps } from '#server/testing/sample-server.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const { app, browser, close, log } = await openLamps()
afterAll(close)

describe('the HTTP server', () => {
  test('an answer holds exactly what the contract declares', async () => {
    const answer = await app.inject('/api/lamps/')
    expect(answer.json()).toEqual({ count: 1, results: [oneLamp] })
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  })

  test('nullable fields, optional fields and decimals arrive as they are', async () => {
    const answer = await app.inject(`/api/lamps/${id}/`)
    expect(answer.json()).toEqual({ ...oneLamp, note: 'da', state: 'on', watts: 4.5, place: null })
  })

  test('an item carries its revision as ETag', async () => {
    expect((await app.inject(`/api/lamps/${id}/`)).headers.etag).toBe('"7"')
    expect((await app.inject('/api/lamps/')).headers.etag).toBeUndefined()
  })

  test('a created item has its location', async () => {
    const answer = await (await browser()).post('/api/lamps/', { name: ' Neu ' })
    expect(answer.statusCode).toBe(201)
    expect(answer.headers.location).toBe(`/api/lamps/${id}/`)
    expect(answer.json().name).toBe('Neu')
  })

  test('no page of another site may read an answer, with or without a preflight', async () => {
    const headers = { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' }
    for (const method of ['GET', 'OPTIONS'] as const) {
      for (const url of ['/api/lamps/', '/api/nothing/', '/healthz']) {
        const answer = await app.inject({ method, url, headers })
        expect(Object.keys(answer.headers).filter(name => name.startsWith('access-control'))).toEqual([])
      }
    }
  })

  test('HEAD answers as GET without the body', async () => {
    const answer = await app.inject({ method: 'HEAD', url: `/api/lamps/${id}/` })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers.etag).toBe('"7"')
    expect(answer.body).toBe('')
  })

  test('a server fault returns only its request id, which finds the details in the log', async () => {
    const answer = await (await browser()).post(`/api/lamps/${id}/explosion/`)
    expect(answer.json()).toEqual({
      type: '/api/docs/errors/#internal',
      title: 'Auf dem Server ist ein Fehler aufgetreten.',
      status: 500,
      code: 'internal',
      requestId: answer.headers['x-request-id'],
    })
    const fault = log.find(text => text.includes('the fuse of customer 4711'))
    expect(fault).toContain(answer.headers['x-request-id'])
  })

  test('a throttled caller learns how long to wait', async () => {
    const answer = await app.inject('/api/waiting/')
    expect(answer.json()).toMatchObject({ status: 503, code: 'busy' })
    expect(answer.headers['retry-after']).toBe('3')
  })

  test.each(['/api/lamps/', '/api/nothing/', '/api/waiting/', '/healthz'])(
    'the headers of %s let a browser do nothing with it',
    async url => {
      const { headers } = await app.inject(url)
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      })
      expect(Object.keys(headers).filter(name => /access-control|server|powered|strict-transport/.test(name))).toEqual(
        [],
      )
    },
  )
})

test('visitors over https get HSTS for a year', async () => {
  const portal = await openTestApp('sqlite', { env: { PUBLIC_URL: 'https://portal.example.org' } })
  const { headers } = await portal.app.inject('/api/auth/session/')
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  await portal.close()
})
