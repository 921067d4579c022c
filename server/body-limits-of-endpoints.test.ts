/** A body too large for its endpoint is refused before it is parsed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyLimitsOf } from '#contract/body-limits.ts'
import { provesItself } from '#contract/endpoint.ts'
import { routes } from './app.ts'
import { admitPushes, browserOf, urlOf, writes } from './testing/every-endpoint.ts'
import { openTestApp, type TestApp } from './testing/test-app.ts'
import type { TestClient } from './testing/test-client.ts'

/** The largest answer to a body that is refused: twenty sentences with the names of their fields. */
const refusalBytesMax = 40_000
/** The largest form that anybody may send, a message, is smaller. */
const publicBytesMax = 64_000

describe('a body that is too large for its endpoint', () => {
  let portal: TestApp
  let admin: TestClient
  beforeAll(async () => {
    portal = await openTestApp('sqlite')
    admin = await browserOf(portal, 'admin')
    await admitPushes(portal)
  })
  afterAll(() => portal.close())

  const ofJson = writes.filter(({ endpoint }) => !endpoint.upload)

  test.each(ofJson)('$name: in bytes, fields or depth', async ({ name, endpoint }) => {
    // Each in its own browser: an admitted call may end the session.
    const browser = provesItself(endpoint) || endpoint.access === 'public' ? portal.visitor() : admin
    const { bytes, fields, depth } = bodyLimitsOf(endpoint)
    const statusOf = async (body: unknown) => {
      const answer = await browser.send(endpoint.method, urlOf(endpoint), { body })
      expect(answer.body.length, name).toBeLessThan(refusalBytesMax)
      return answer.statusCode
    }
    expect(await statusOf({ x: 'x'.repeat(bytes) })).toBe(413)
    expect(await statusOf({ x: Array.from({ length: fields }, () => 0) })).toBe(413)
    expect(await statusOf(JSON.parse(`${'{"x":'.repeat(depth)}{}${'}'.repeat(depth)}`))).toBe(
      endpoint.batch ? 422 : 400,
    )
  })

  test('of visitors is small, or their proof is demanded before it is read', () => {
    const large = routes.filter(
      ({ endpoint }) => endpoint.access === 'public' && bodyLimitsOf(endpoint).bytes > publicBytesMax,
    )
    expect(large.length).toBeGreaterThan(0)
    expect(large.filter(({ demandProof }) => demandProof === undefined).map(({ name }) => name)).toEqual([])
  })

  test('is refused where there is no endpoint, too', async () => {
    const headers = { 'content-type': 'application/json' }
    const statusOf = async (payload: string) =>
      (await portal.app.inject({ method: 'POST', url: '/api/nothing/', headers, payload })).statusCode
    expect(await statusOf(`{"x":"${'x'.repeat(5_000)}"}`)).toBe(413)
    // Not parsed at all, however many fields it has and however they are nested.
    for (const payload of [`[${'0,'.repeat(100)}0]`, '['.repeat(2_000), '{']) expect(await statusOf(payload)).toBe(404)
  })

  test('with many errors is answered with the first twenty of them, and their number', async () => {
    const ids = Array.from({ length: 100 }, (_, at) => `no-id-${at}`)
    const answer = await admin.post('/api/backend/ticket-bulk-changes/', { ids, change: { action: 'delete' } })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toHaveLength(20)
    expect(answer.json().errorsCount).toBe(100)
    const query = Array.from({ length: 1_000 }, (_, at) => `p${at}`).join('&')
    const questions = await portal.visitor().get(`/api/backend/faq/?${query}`)
    expect(questions.json()).toMatchObject({ code: 'request.unknown_parameter', errorsCount: 1_000 })
    expect(questions.json().errors).toHaveLength(20)
    const repeated = Array.from({ length: 101 }, () => 'search=x').join('&')
    const many = await portal.visitor().get(`/api/backend/faq/?${repeated}`)
    expect(many.json()).toMatchObject({ code: 'request.unknown_parameter' })
  })

  test('with few errors is answered with all of them', async () => {
    const answer = await portal.visitor().post('/api/auth/login/', { a: 1, b: 2 })
    expect(answer.json().errors).toHaveLength(4)
    expect(answer.json().errorsCount).toBeUndefined()
  })
})
