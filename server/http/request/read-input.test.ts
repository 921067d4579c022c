import { afterAll, describe, expect, test } from 'vitest'
import { id, openLamps } from '#server/testing/sample-server.ts'

const { app, browser, close, seen } = await openLamps()
afterAll(close)

describe('the HTTP server', () => {
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

  test('every error in a body is named with its path and a German sentence', async () => {
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

  test('half a surrogate pair is refused by its field, a complete one is accepted', async () => {
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

  test('the six characters of an escaped NUL are ordinary text', async () => {
    const answer = await (await browser()).post('/api/lamps/', { name: 'a\\u0000b' })
    expect(answer.json().name).toBe('a\\u0000b')
  })

  test.each(['x', '1', 'x'.repeat(300), `${id}x`, '%2e%2e%2f', '%252e%252e%252f', '..'])(
    'the id %s belongs to no row',
    async wrong => {
      const answer = await app.inject(`/api/lamps/${wrong}/`)
      expect(answer.json()).toMatchObject({ status: 404, code: 'not_found' })
    },
  )
})
