/** Random calls over every endpoint: whatever is sent, the server answers, with what it promised, and never with a fault. */
import fc, { type Arbitrary } from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { allEndpoints } from '#contract/api.ts'
import { type Endpoint, isWrite } from '#contract/endpoint.ts'
import { errorStatus } from '#contract/errors.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { storeProfile } from '#server/features/settings/commands.ts'
import { getProfile } from '#server/features/settings/queries.ts'
import { buildUser } from '#server/testing/build.ts'
import {
  buildApplication,
  buildCollection,
  buildCredential,
  buildDevice,
  buildWebsite,
} from '#server/testing/build-services.ts'
import { engines } from '#server/testing/engines.ts'
import { type FormPart, sampleFiles } from '#server/testing/form-body.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'

type Json = { [key: string]: unknown }

const callsPerEndpoint = 15

const oddTexts = fc.constantFrom(
  '',
  ' ',
  '0',
  'null',
  '\u0000',
  '\ud800',
  '💡'.repeat(50),
  "'; drop table ticket; --",
  '%_*"\\',
  'x'.repeat(30_000),
  'ß\u0301\u202e',
  '2026-02-30',
  '-1',
  '1e309',
  '01970000-0000-7000-8000-000000000000',
)
const oddValues: Arbitrary<unknown> = fc.oneof(
  oddTexts,
  fc.constantFrom(null, true, -1, 0.001, 1e15, Number.MAX_SAFE_INTEGER, [], {}, [[]], { a: 1 }),
)

/** Values a schema means, with ids of rows there are, and now and then something quite different. */
function valuesOf(schema: Json, ids: readonly string[]): Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: meantBy(schema, ids) }, { weight: 1, arbitrary: oddValues })
}

function meantBy(schema: Json, ids: readonly string[]): Arbitrary<unknown> {
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  if (Array.isArray(schema.anyOf)) return fc.oneof(...schema.anyOf.map(option => valuesOf(option as Json, ids)))
  switch (schema.type) {
    case 'object':
      return objectsOf(schema, ids)
    case 'array':
      return fc.array(valuesOf(schema.items as Json, ids), { maxLength: 3 })
    case 'boolean':
      return fc.boolean()
    case 'integer':
    case 'number':
      return fc.oneof(
        fc.integer({ min: 0, max: 200 }),
        fc.integer({ min: 0, max: 9_999 }).map(value => value / 100),
      )
    case 'null':
      return fc.constant(null)
    default:
      return textsOf(schema, ids)
  }
}

function textsOf({ pattern, format }: Json, ids: readonly string[]): Arbitrary<unknown> {
  if (typeof pattern === 'string' && pattern.includes('[0-9a-f]{8}')) return fc.constantFrom(...ids)
  if (format === 'date') return fc.constantFrom('2026-03-10', '2024-02-29')
  return fc.oneof(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.constantFrom('kim@example.org', 'DE', 'Kim'))
}

function objectsOf(schema: Json, ids: readonly string[]): Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>)
  const required = (schema.required ?? []) as string[]
  const model = Object.fromEntries(properties.map(([name, property]) => [name, valuesOf(property, ids)]))
  return fc.record(model, { requiredKeys: required.filter(name => name in model), noNullPrototype: true })
}

/** A form as uploads take it, often with something wrong: no file, a strange one, more than one, other parts. */
function formsOf(): Arbitrary<FormPart[]> {
  const fileName = fc.oneof(oddTexts, fc.constantFrom('Angebot Größl.pdf', '../../etc/passwd', 'a.exe', '"; x="'))
  const content = fc.oneof(fc.constantFrom(...Object.values(sampleFiles)), fc.uint8Array({ maxLength: 400 }))
  const file = fc.record({ name: fc.constant('file'), fileName, content })
  const other = fc.record({ name: fc.constantFrom('file', 'x', '__proto__', '', 'constructor'), content: oddTexts })
  return fc.oneof({ weight: 2, arbitrary: fc.tuple(file) }, fc.array(fc.oneof(file, other), { maxLength: 6 }))
}

function jsonSchemaOf(schema: z.ZodMiniType | undefined): Json | undefined {
  return schema && { ...z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) }
}

/** One call: ids for the path, a query and a body. */
function callsOf(endpoint: Endpoint, ids: readonly string[]) {
  const query = jsonSchemaOf(endpoint.query)
  const body = jsonSchemaOf(endpoint.body)
  return fc.record({
    id: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: oddTexts }),
    query: query ? objectsOf({ ...query, required: [] }, ids) : fc.constant({}),
    body: body ? valuesOf(body, ids) : fc.constant(undefined),
    form: endpoint.upload ? formsOf() : fc.constant(undefined),
    revision: fc.constantFrom(undefined, '"1"', '"2"', '*', 'x'),
  })
}

function urlOf({ path }: Endpoint, id: string, query: unknown): string {
  const parameters = new URLSearchParams(
    Object.entries(query as Json).map(([name, value]): [string, string] => [name, String(value)]),
  )
  return `${path.replace(/\{\w+\}/g, encodeURIComponent(id.toWellFormed()))}?${parameters}`
}

describe.each(engines)('on %s', engine => {
  let portal: TestApp
  let ids: string[]
  beforeAll(async () => {
    portal = await openTestApp(engine)
    const users = [await buildUser(portal.services), await buildUser(portal.services, { role: 'admin' })]
    const admin = await portal.client('admin')
    const { profile } = await getProfile(portal.services.db)
    await inTransaction(portal.services, trx =>
      storeProfile(trx, portal.services, { ...profile, companyName: 'Sonnenhof' }),
    )
    const tickets = await Promise.all(
      users.map(({ customerId }) => admin.post('/api/backend/tickets/', { name: 'Wallbox', customerId })),
    )
    const customer_id = users[0]?.customerId ?? ''
    // Addresses that belong to nobody: a check of them calls nobody.
    const services = [
      await buildDevice(portal.services, { customer_id }),
      await buildWebsite(portal.services, { customer_id, urls: ['https://sonnenhof.example/'] }),
      await buildApplication(portal.services, { customer_id }),
      await buildCollection(portal.services, { customer_id }),
      await buildCredential(portal.services),
    ]
    ids = [
      ...users.flatMap(({ id, customerId }) => [id, customerId ?? id]),
      ...tickets.map(answer => answer.json().id),
      ...services.map(({ id }) => id),
    ]
  })
  afterAll(() => portal.close())

  test.each(allEndpoints())('$name answers whatever it is sent', async ({ name, endpoint }) => {
    await fc.assert(
      fc.asyncProperty(callsOf(endpoint, ids), async ({ id, query, body, form, revision }) => {
        await portal.services.db.deleteFrom('throttle').execute()
        const caller = await portal.client(endpoint.access === 'customer' ? 'customer' : 'admin')
        const answer = await caller.send(endpoint.method, urlOf(endpoint, id, query), {
          ...(form ? { form } : isWrite(endpoint) && { body: body === undefined && endpoint.body ? {} : body }),
          ...(revision !== undefined && { headers: { 'if-match': revision } }),
        })
        expect(answer.statusCode, `${name}: ${answer.body}`).toBeLessThan(500)
        if (answer.statusCode === 204) return
        if (answer.statusCode >= 400) {
          expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
          const { code, status } = answer.json()
          expect(errorStatus[code as keyof typeof errorStatus]).toBe(status)
          return
        }
        expect(answer.statusCode).toBe(endpoint.status ?? 200)
        if (endpoint.download || endpoint.stream) return
        const parsed = z.safeParse<z.ZodMiniType>(endpoint.response, answer.json())
        expect(parsed.success, `${name}: ${JSON.stringify(parsed.error?.issues)}`).toBe(true)
      }),
      { numRuns: callsPerEndpoint, endOnFailure: true },
    )
  })
})
