import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { defineEndpoints, empty, page, pageQuery } from '#contract/endpoint.ts'
import { line } from '#contract/fields.ts'
import { AppError } from '#server/app-error.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { createTestClient } from '#server/testing/test-client.ts'
import { bind } from './bind.ts'
import { createServer } from './server.ts'

const lamp = z.object({
  id: z.string(),
  name: z.string(),
  note: z.nullable(z.string()),
  tags: z.array(z.string()),
  state: z.nullable(z.enum(['on', 'off'])),
  watts: z.optional(z.number()),
  place: z.nullable(z.object({ room: z.string() })),
  revision: z.int(),
})

const lamps = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/lamps/',
    access: 'public',
    summary: 'Lamps.',
    query: pageQuery,
    response: page(lamp),
  },
  create: {
    method: 'POST',
    path: '/api/lamps/',
    access: 'public',
    summary: 'A new lamp.',
    body: z.strictObject({
      name: line(),
      place: z.optional(z.strictObject({ room: line() })),
      watts: z.optional(z.number('number.invalid')),
    }),
    response: lamp,
    status: 201,
  },
  get: { method: 'GET', path: '/api/lamps/{id}/', access: 'public', summary: 'A lamp.', response: lamp },
  delete: {
    method: 'DELETE',
    path: '/api/lamps/{id}/',
    access: 'public',
    summary: 'Away with it.',
    response: empty,
    status: 204,
    conditional: true,
  },
  explode: {
    method: 'POST',
    path: '/api/lamps/{id}/explosion/',
    access: 'public',
    summary: 'Does not end well.',
    response: lamp,
  },
  wait: { method: 'GET', path: '/api/waiting/', access: 'public', summary: 'Too busy.', response: lamp },
})

const id = '01970000-0000-7000-8000-000000000001'
const oneLamp = {
  id,
  name: 'Öllampe "A"',
  note: null,
  tags: ['alt'],
  state: null,
  place: { room: 'Küche' },
  revision: 7,
}

describe('the HTTP server', () => {
  let portal: TestApp
  let app: FastifyInstance
  const seen: unknown[] = []
  const log: string[] = []

  beforeAll(async () => {
    portal = await openTestApp('sqlite', { onLog: text => log.push(text) })
    app = await createServer({
      services: portal.services,
      readiness: portal.readiness,
      site: undefined,
      endpoints: bind('lamps', lamps, {
        // More than the contract declares, as a careless `select *` would give.
        list: async () => ({ count: 1, results: [{ ...oneLamp, secret: 'x', place: { room: 'Küche', key: 'y' } }] }),
        create: async (_, { body }) => ({ ...oneLamp, name: body.name }),
        get: async () => ({ ...oneLamp, note: 'da', state: 'on' as const, watts: 4.5, place: null }),
        delete: async (_, { params, revision }) => {
          seen.push({ params, revision })
          return undefined
        },
        explode: async () => {
          throw new Error('the fuse of customer 4711')
        },
        wait: async () => {
          throw new AppError('busy', { retryAfterSeconds: 3 })
        },
      }),
    })
    // The session route is not here, so clients get their token from a refusal.
    await app.ready()
  })
  afterAll(async () => {
    await app.close()
    await portal.close()
  })

  async function browser() {
    const client = createTestClient(app)
    await client.send('DELETE', `/api/lamps/${id}/`, { headers: { 'x-csrftoken': '' } })
    return client
  }

  test('an answer holds what the contract declares and nothing else', async () => {
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

  test('what is created says where it is', async () => {
    const answer = await (await browser()).post('/api/lamps/', { name: ' Neu ' })
    expect(answer.statusCode).toBe(201)
    expect(answer.headers.location).toBe(`/api/lamps/${id}/`)
    expect(answer.json().name).toBe('Neu')
  })

  test.each([
    ['"5"', 5],
    ['*', undefined],
    [undefined, undefined],
    ['W/"5"', -1],
    ['"abc"', -1],
    ['"5", "6"', 6],
    ['"abc", "5"', 5],
    ['W/"5", "abc"', -1],
  ])('If-Match %s is read as revision %s', async (header, revision) => {
    seen.length = 0
    const answer = await (await browser()).send('DELETE', `/api/lamps/${id}/`, {
      ...(header !== undefined && { headers: { 'if-match': header } }),
    })
    expect(answer.statusCode).toBe(204)
    expect(answer.body).toBe('')
    expect(seen).toEqual([{ params: { id }, revision }])
  })

  test('everything wrong with a body is named with its path and a German sentence', async () => {
    const answer = await (await browser()).post('/api/lamps/', { place: { room: '' }, watts: 'viel', colour: 'red' })
    expect(answer.statusCode).toBe(422)
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    const problem = answer.json()
    expect(problem).toMatchObject({
      type: '/api/docs/errors/#request.invalid',
      title: 'Bitte prüfen Sie Ihre Eingaben.',
      status: 422,
      code: 'request.invalid',
    })
    expect(problem.requestId).toBe(answer.headers['x-request-id'])
    expect(problem.errors).toHaveLength(4)
    expect(problem.errors).toEqual(
      expect.arrayContaining([
        { field: 'name', code: 'required', message: 'Dieses Feld ist ein Pflichtfeld.' },
        { field: 'place.room', code: 'required', message: 'Dieses Feld ist ein Pflichtfeld.' },
        { field: 'watts', code: 'number.invalid', message: 'Bitte geben Sie eine Zahl ein.' },
        expect.objectContaining({ field: 'colour', code: 'unknown_field' }),
      ]),
    )
  })

  test.each([
    ['page=0', 'page', 'page.invalid'],
    ['page=x', 'page', 'invalid'],
    ['page=0x10', 'page', 'invalid'],
    ['page=1e1', 'page', 'invalid'],
    ['page=', 'page', 'invalid'],
    ['page_size=-1', 'page_size', 'page_size.invalid'],
    ['page_size=101', 'page_size', 'page_size.invalid'],
    ['page=1&page=2', 'page', 'invalid'],
  ])('the query %s is refused', async (query, field, code) => {
    const answer = await app.inject(`/api/lamps/?${query}`)
    expect(answer.json()).toMatchObject({ status: 422, code: 'request.invalid', errors: [{ field, code }] })
  })

  test('every unknown query parameter is named', async () => {
    const answer = await app.inject('/api/lamps/?Page=1&x=2&page=1')
    expect(answer.json()).toMatchObject({
      code: 'request.unknown_parameter',
      errors: [{ field: 'Page' }, { field: 'x' }],
    })
  })

  test.each([
    ['a broken body', '{"name":', 400, 'request.malformed'],
    ['an empty body that claims to be JSON', '', 400, 'request.malformed'],
    ['a list', '[]', 400, 'request.malformed'],
    ['null', 'null', 400, 'request.malformed'],
    ['a body that reaches into prototypes', '{"__proto__":{"isAdmin":true}}', 400, 'request.malformed'],
    ['a body 21 deep', `${'{"a":'.repeat(20)}{}${'}'.repeat(20)}`, 400, 'request.malformed'],
    ['a body over one megabyte', `{"name":"${'x'.repeat(1_048_600)}"}`, 413, 'request.body_too_large'],
  ])('%s is refused', async (_, payload, status, code) => {
    const client = await browser()
    const token = client.cookies.get('csrftoken') ?? ''
    const answer = await app.inject({
      method: 'POST',
      url: '/api/lamps/',
      headers: { 'content-type': 'application/json', cookie: `csrftoken=${token}`, 'x-csrftoken': token },
      payload,
    })
    expect(answer.json()).toMatchObject({ status, code })
  })

  test('a body in another encoding is refused, not stored with other letters', async () => {
    const client = await browser()
    const token = client.cookies.get('csrftoken') ?? ''
    const send = (encoding: BufferEncoding) =>
      app.inject({
        method: 'POST',
        url: '/api/lamps/',
        headers: { 'content-type': 'application/json', cookie: `csrftoken=${token}`, 'x-csrftoken': token },
        payload: Buffer.from('{"name":"Größl"}', encoding),
      })
    expect((await send('latin1')).json()).toMatchObject({ status: 400, code: 'request.malformed' })
    expect((await send('utf8')).json()).toMatchObject({ name: 'Größl' })
  })

  test('a NUL character in a query is refused by its parameter', async () => {
    const answer = await app.inject('/api/lamps/?page=%00')
    expect(answer.json()).toMatchObject({ status: 422, errors: [{ field: 'page', code: 'invalid' }] })
  })

  test('a NUL character in a body is refused by its field, also in a name', async () => {
    const answer = await (await browser()).post('/api/lamps/', { name: 'a\0b', place: { 'ro\0om': 'x' } })
    expect(answer.json()).toMatchObject({
      status: 422,
      errors: [
        { field: 'name', code: 'invalid' },
        { field: 'place.ro\ufffdom', code: 'invalid' },
      ],
    })
  })

  test('half a surrogate pair is refused by its field, a whole one is a text', async () => {
    const client = await browser()
    const answer = await client.post('/api/lamps/', { name: 'a\ud800', place: { room: '\udc00' } })
    expect(answer.json()).toMatchObject({
      status: 422,
      errors: [
        { field: 'name', code: 'invalid' },
        { field: 'place.room', code: 'invalid' },
      ],
    })
    expect((await client.post('/api/lamps/', { name: '💡' })).json().name).toBe('💡')
  })

  test('the six characters that mean NUL elsewhere are a text like any other', async () => {
    const answer = await (await browser()).post('/api/lamps/', { name: 'a\\u0000b' })
    expect(answer.json().name).toBe('a\\u0000b')
  })

  test('an address that cannot be decoded is refused with all headers', async () => {
    const answer = await app.inject('/%E0%A4%A')
    expect(answer.json()).toMatchObject({ status: 400, code: 'request.malformed' })
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  })

  test('brackets inside of texts do not count as depth', async () => {
    const answer = await (await browser()).post('/api/lamps/', { name: '[[[[[[[[[[[[[[[[[[[[[[[[\\"{{' })
    expect(answer.statusCode).toBe(201)
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml'])(
    'a body of type %s is refused',
    async type => {
      const answer = await (await browser()).send('POST', '/api/lamps/', {
        body: { name: 'x' },
        headers: { 'content-type': type },
      })
      expect(answer.json()).toMatchObject({ status: 415, code: 'request.media_type' })
    },
  )

  test('another method on a known path is refused with those it has', async () => {
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

  test('no page of another site may read an answer, asked for beforehand or not', async () => {
    const headers = { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' }
    for (const method of ['GET', 'OPTIONS'] as const) {
      for (const url of ['/api/lamps/', '/api/nothing/', '/healthz']) {
        const answer = await app.inject({ method, url, headers })
        expect(Object.keys(answer.headers).filter(name => name.startsWith('access-control'))).toEqual([])
      }
    }
  })

  test('a log line stays one line and says what it said, whatever is sent', async () => {
    log.length = 0
    const forged = 'x\r\n{"level":30,"msg":"forged"}'
    await app.inject({ url: `/api/lamps/${encodeURIComponent(forged)}/?${encodeURIComponent(forged)}=1` })
    await app.inject({ url: `/${encodeURIComponent(forged)}`, headers: { 'user-agent': '{"msg":"forged"}' } })
    await (await browser()).post(`/api/lamps/${id}/explosion/`)
    expect(log.length).toBeGreaterThanOrEqual(4)
    for (const text of log) {
      expect(text.trimEnd().split('\n')).toHaveLength(1)
      expect(JSON.parse(text).msg).not.toBe('forged')
    }
    log.length = 0
  })

  test('a path without its slash leads to the one with it', async () => {
    const answer = await app.inject('/api/lamps?page=2&page_size=5')
    expect(answer.statusCode).toBe(308)
    expect(answer.headers.location).toBe('/api/lamps/?page=2&page_size=5')
    expect((await app.inject({ method: 'POST', url: '/api/lamps' })).statusCode).toBe(308)
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

  test.each(['x', '1', 'x'.repeat(300), `${id}x`, '%2e%2e%2f', '%252e%252e%252f', '..'])(
    'the id %s belongs to no row',
    async wrong => {
      const answer = await app.inject(`/api/lamps/${wrong}/`)
      expect(answer.json()).toMatchObject({ status: 404, code: 'not_found' })
    },
  )

  test('HEAD answers as GET without the body', async () => {
    const answer = await app.inject({ method: 'HEAD', url: `/api/lamps/${id}/` })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers.etag).toBe('"7"')
    expect(answer.body).toBe('')
  })

  test('a fault of the server says nothing but its request id, which finds the details in the log', async () => {
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

  test('who has to wait is told how long', async () => {
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

describe('where a request came from', () => {
  test.each([
    ['198.51.100.4', '198.51.100.4'],
    ['198.51.100.4:4711', '198.51.100.4'],
    ['[2001:db8::7]:4711', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['2001:db8::7', '2001:db8::7'],
    ['unknown', '127.0.0.1'],
    ['198.51.100.4, _hidden', '127.0.0.1'],
  ])('by a trusted proxy that states %s is %s', async (stated, address) => {
    const log: string[] = []
    const portal = await openTestApp('sqlite', {
      env: { TRUSTED_PROXIES: '127.0.0.1' },
      onLog: text => log.push(text),
    })
    await portal.app.inject({ url: '/api/nothing/', headers: { 'x-forwarded-for': stated } })
    expect(log.map(text => JSON.parse(text))).toContainEqual(expect.objectContaining({ status: 404, address }))
    await portal.close()
  })
})

describe('the origin of a request counts as a whole', () => {
  test.each([
    [undefined, 'http://localhost:80', 'http://localhost', 422],
    [undefined, 'http://localhost:80', 'https://localhost', 403],
    [undefined, 'http://localhost:80', 'http://localhost:8080', 403],
    ['https://portal.example.org', 'http://portal.example.org', 'https://portal.example.org', 422],
    ['https://portal.example.org', 'http://portal.example.org', 'http://portal.example.org', 403],
    ['https://portal.example.org', 'http://portal.example.org', 'https://portal.example.org:8443', 403],
  ])('with PUBLIC_URL %s at %s from %s: %i', async (publicUrl, own, origin, status) => {
    const portal = await openTestApp('sqlite', publicUrl === undefined ? {} : { env: { PUBLIC_URL: publicUrl } })
    const client = portal.visitor()
    await client.get('/api/auth/session/')
    const host = own.slice('http://'.length)
    const answer = await client.post('/api/auth/login/', {}, { headers: { origin, host } })
    expect(answer.statusCode).toBe(status)
    await portal.close()
  })
})

test('visitors who come by https are held to it for a year', async () => {
  const portal = await openTestApp('sqlite', { env: { PUBLIC_URL: 'https://portal.example.org' } })
  const { headers } = await portal.app.inject('/api/auth/session/')
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  await portal.close()
})
