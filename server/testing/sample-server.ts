/** A server with a few sample endpoints, for tests of the HTTP layer. */
import * as z from 'zod/mini'
import { defineEndpoints, empty, page, pageQuery } from '#contract/endpoint.ts'
import { line } from '#contract/fields.ts'
import { AppError } from '#server/app-error.ts'
import { bind } from '#server/http/bind.ts'
import { createServer } from '#server/http/server.ts'
import { openTestApp } from './test-app.ts'
import { createTestClient } from './test-client.ts'

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

export const id = '01970000-0000-7000-8000-000000000001'
export const oneLamp = {
  id,
  name: 'Öllampe "A"',
  note: null,
  tags: ['alt'],
  state: null,
  place: { room: 'Küche' },
  revision: 7,
}

/**
 * `seen` are the deleted rows, `log` the lines of the log; `browser` returns a visitor with a CSRF token. Close it at
 * the end.
 */
export async function openLamps() {
  const seen: unknown[] = []
  const log: string[] = []
  const portal = await openTestApp('sqlite', { onLog: text => log.push(text) })
  const app = await createServer({
    runtime: portal.runtime,
    readiness: portal.readiness,
    site: undefined,
    endpoints: bind('lamps', lamps, {
      // More than the contract declares, as from a careless `select *`.
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
  await app.ready()

  // The session route is missing here, so clients get their token from a refusal.
  async function browser() {
    const client = createTestClient(app)
    await client.send('DELETE', `/api/lamps/${id}/`, { headers: { 'x-csrftoken': '' } })
    return client
  }

  async function close() {
    await app.close()
    await portal.close()
  }

  return { app, browser, seen, log, close }
}
