/** Random calls to every endpoint: the server answers any input as declared, and never with a fault. */
import fc, { type Arbitrary } from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { allEndpoints } from '#contract/api.ts'
import { type Endpoint, isWrite } from '#contract/endpoint.ts'
import { errorStatus } from '#contract/errors.ts'
import { hashToken } from '#server/auth/tokens.ts'
import { hourMs, instantText, plusMs } from '#server/clock.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildSite } from '#server/testing/build-energy.ts'
import {
  buildApplication,
  buildCollection,
  buildCredential,
  buildDevice,
  buildWebsite,
} from '#server/testing/build-services.ts'
import { engines } from '#server/testing/engines.ts'
import { callsOf, urlOf } from '#server/testing/random-calls.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { storeProfile } from './features/business-profile/business-profile.commands.ts'
import { getProfile } from './features/business-profile/business-profile.queries.ts'
import { numberOfCases } from './testing/number-of-cases.ts'

/** Every refusal is one of these, without further content. */
const problem = z.strictObject({
  type: z.string(),
  title: z.string().check(z.minLength(1)),
  status: z.int(),
  code: z.string(),
  requestId: z.string(),
  errorsCount: z.optional(z.int()),
  errors: z.optional(z.array(z.strictObject({ field: z.string(), code: z.string(), message: z.string() }))),
})

/** By themselves; `npm run prove -- fuzz` sends 10,000 over all endpoints. */
const callsPerEndpoint = numberOfCases(15, Math.ceil(10_000 / allEndpoints().length))

const roles = ['visitor', 'customer', 'admin', 'admin looking as a customer'] as const
type Role = (typeof roles)[number]

/** Mostly a permitted caller, now and then anybody. */
function callersOf({ access }: Endpoint): Arbitrary<Role> {
  const entitled = access === 'public' ? 'visitor' : access
  return fc.oneof({ weight: 5, arbitrary: fc.constant(entitled) }, { weight: 2, arbitrary: fc.constantFrom(...roles) })
}

async function browserOf(portal: TestApp, role: Role): Promise<TestClient> {
  if (role === 'visitor') return portal.visitor()
  if (role !== 'admin looking as a customer') return portal.client(role)
  const admin = await portal.client('admin')
  await portal.runtime.db
    .updateTable('session')
    .set({
      as_customer_id: (await buildUser(portal.runtime)).customerId,
      as_user_until: instantText(plusMs(portal.runtime.clock.now(), hourMs)),
    })
    .where('user_id', '=', admin.user.id)
    .execute()
  return admin
}

describe.each(engines)('on %s', engine => {
  let portal: TestApp
  let ids: string[]
  beforeAll(async () => {
    portal = await openTestApp(engine)
    const users = [await buildUser(portal.runtime), await buildUser(portal.runtime, { role: 'admin' })]
    const admin = await portal.client('admin')
    const { profile } = await getProfile(portal.runtime.db)
    await inTransaction(portal.runtime, trx =>
      storeProfile(trx, portal.runtime, { ...profile, companyName: 'Sonnenhof' }),
    )
    const tickets = await Promise.all(
      users.map(({ customerId }) => admin.post('/api/backend/tickets/', { name: 'Wallbox', customerId })),
    )
    const customer_id = users[0]?.customerId ?? ''
    // Addresses that belong to nobody: their checks call nobody.
    const runtime = [
      await buildDevice(portal.runtime, { customer_id }),
      await buildWebsite(portal.runtime, { customer_id, urls: ['https://sonnenhof.example/'] }),
      await buildApplication(portal.runtime, { customer_id }),
      await buildCollection(portal.runtime, { customer_id }),
      await buildCredential(portal.runtime),
    ]
    ids = [
      ...users.flatMap(({ id, customerId }) => [id, customerId ?? id]),
      ...tickets.map(answer => answer.json().id),
      ...runtime.map(({ id }) => id),
    ]
    // Each id is a valid token, too: without one, a push is refused before its body is read.
    for (const id of ids) await buildSite(portal.runtime, { customer_id, key: `site-${id}`, token_hash: hashToken(id) })
  })
  afterAll(() => portal.close())

  test.each(allEndpoints())('$name answers any input', async ({ name, endpoint }) => {
    await fc.assert(
      fc.asyncProperty(
        callersOf(endpoint),
        callsOf(endpoint, ids),
        async (role, { id, query, body, form, revision }) => {
          await portal.runtime.db.deleteFrom('throttle').execute()
          const caller = await browserOf(portal, role)
          const answer = await caller.send(endpoint.method, urlOf(endpoint, id, query), {
            ...(form ? { form } : isWrite(endpoint) && { body: body === undefined && endpoint.body ? {} : body }),
            ...(revision !== undefined && { headers: { 'if-match': revision } }),
          })
          expect(answer.statusCode, `${name}: ${answer.body}`).toBeLessThan(500)
          if (answer.statusCode === 204) return
          if (answer.statusCode >= 400) {
            expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
            const refusal = problem.parse(answer.json())
            expect(refusal.status).toBe(answer.statusCode)
            expect(errorStatus[refusal.code as keyof typeof errorStatus]).toBe(refusal.status)
            return
          }
          expect(answer.statusCode).toBe(endpoint.status ?? 200)
          if (endpoint.download || endpoint.picture || endpoint.stream) return
          const parsed = z.safeParse<z.ZodMiniType>(endpoint.response, answer.json())
          expect(parsed.success, `${name}: ${JSON.stringify(parsed.error?.issues)}`).toBe(true)
          // Parsing drops undeclared fields: there were none.
          expect(parsed.data).toEqual(answer.json())
        },
      ),
      { numRuns: callsPerEndpoint, endOnFailure: true },
    )
  })
})
