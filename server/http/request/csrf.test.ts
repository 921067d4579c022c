import { describe, expect, test } from 'vitest'
import { openTestApp } from '#server/testing/test-app.ts'

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
