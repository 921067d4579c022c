import { afterAll, describe, expect, test } from 'vitest'
import { openLamps } from '#server/testing/sample-server.ts'

const { app, browser, close } = await openLamps()
afterAll(close)

describe('the HTTP server', () => {
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

  test('a body in another encoding is refused, not stored with wrong letters', async () => {
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

  test('brackets inside strings do not count as depth', async () => {
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
})
