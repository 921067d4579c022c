/** What is too large for an endpoint is refused before anything is made of it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyLimitsOf } from '#contract/body-limits.ts'
import { provesItself } from '#contract/endpoint.ts'
import { browserOf, urlOf, writes } from './testing/every-endpoint.ts'
import { openTestApp, type TestApp } from './testing/test-app.ts'
import type { TestClient } from './testing/test-client.ts'

/** The largest answer to a body that is refused: twenty sentences with the names of their fields. */
const refusalBytesMax = 40_000

describe('a body that is too large for its endpoint', () => {
  let portal: TestApp
  let admin: TestClient
  beforeAll(async () => {
    portal = await openTestApp('sqlite')
    admin = await browserOf(portal, 'admin')
  })
  afterAll(() => portal.close())

  const ofJson = writes.filter(({ endpoint }) => !endpoint.upload)

  test.each(ofJson)('$name: in bytes, fields or depth', async ({ name, endpoint }) => {
    // Each in a browser of its own: what is let through may end the session.
    const browser = provesItself(endpoint) || endpoint.access === 'public' ? portal.visitor() : admin
    const { bytes, fields, depth } = bodyLimitsOf(endpoint)
    const statusOf = async (body: unknown) => {
      const answer = await browser.send(endpoint.method, urlOf(endpoint), { body })
      expect(answer.body.length, name).toBeLessThan(refusalBytesMax)
      return answer.statusCode
    }
    expect(await statusOf({ x: 'x'.repeat(bytes) })).toBe(413)
    expect(await statusOf({ x: Array.from({ length: fields }, () => 0) })).toBe(413)
    expect(await statusOf(JSON.parse(`${'{"x":'.repeat(depth)}{}${'}'.repeat(depth)}`))).toBe(400)
  })

  test('is none where there is no endpoint', async () => {
    const headers = { 'content-type': 'application/json' }
    for (const payload of [`{"x":"${'x'.repeat(5_000)}"}`, `[${'0,'.repeat(100)}0]`]) {
      const answer = await portal.app.inject({ method: 'POST', url: '/api/nothing/', headers, payload })
      expect(answer.statusCode).toBe(413)
    }
  })

  test('of which much is wrong is told the first twenty of it, and how many there are', async () => {
    const ids = Array.from({ length: 100 }, (_, at) => `no-id-${at}`)
    const answer = await admin.post('/api/backend/ticket-bulk-changes/', { ids, change: { action: 'delete' } })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toHaveLength(20)
    expect(answer.json().errorsCount).toBe(100)
    const query = Array.from({ length: 1_000 }, (_, at) => `p${at}`).join('&')
    const questions = await portal.visitor().get(`/api/backend/faq/?${query}`)
    expect(questions.json()).toMatchObject({ code: 'request.unknown_parameter', errorsCount: 1_000 })
    expect(questions.json().errors).toHaveLength(20)
  })

  test('of which little is wrong is told all of it', async () => {
    const answer = await portal.visitor().post('/api/auth/login/', { a: 1, b: 2 })
    expect(answer.json().errors).toHaveLength(4)
    expect(answer.json().errorsCount).toBeUndefined()
  })
})
