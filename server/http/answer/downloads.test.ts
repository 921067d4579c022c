import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defineEndpoints, empty } from '#contract/endpoint.ts'
import { bind } from '#server/http/bind.ts'
import { createServer } from '#server/http/server.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'

const plans = defineEndpoints({
  get: {
    method: 'GET',
    path: '/api/plans/{planId}/',
    access: 'public',
    summary: 'A plan.',
    response: empty,
    download: true,
  },
})

const path = '/api/plans/01970000-0000-7000-8000-000000000001/'
const script = '%PDF-1.7 <script>alert(1)</script>'

describe('a served file', () => {
  let portal: TestApp
  let app: FastifyInstance
  let name = 'Plan.pdf'
  let isBroken = false
  let parts = 3

  async function* readParts() {
    for (let part = 0; part < parts; part += 1) {
      if (isBroken && part === parts - 1) throw new Error('a part is missing')
      yield Buffer.from(script)
    }
  }

  beforeAll(async () => {
    portal = await openTestApp('sqlite')
    app = await createServer({
      runtime: portal.runtime,
      readiness: portal.readiness,
      site: undefined,
      endpoints: bind('plans', plans, {
        get: async () => ({
          name,
          mediaType: 'application/pdf' as const,
          sizeBytes: script.length * parts,
          chunks: readParts(),
        }),
      }),
    })
    await app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(async () => {
    await app.close()
    await portal.close()
  })

  it('arrives complete, and can only be saved', async () => {
    const answer = await app.inject(path)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe(script.repeat(3))
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(script.length * 3),
      'content-disposition': "attachment; filename*=UTF-8''Plan.pdf",
      'content-security-policy': expect.stringMatching(/^default-src 'none';.*; sandbox$/),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
    })
  })

  it('keeps its name with any characters', async () => {
    name = 'Größe (1) – "100 %"\r\nX: y; *.pdf'
    const answer = await app.inject(path)
    const header = String(answer.headers['content-disposition'])
    expect(header).toMatch(/^attachment; filename\*=UTF-8''[A-Za-z0-9%._~-]+$/)
    expect(decodeURIComponent(header.slice(header.indexOf("''") + 2))).toBe(name)
    expect(answer.headers.x).toBeUndefined()
    name = 'Plan.pdf'
  })

  it('answers its size to HEAD', async () => {
    const answer = await app.inject({ method: 'HEAD', url: path })
    expect(answer.headers['content-length']).toBe(String(script.length * 3))
    expect(answer.body).toBe('')
  })

  it('with a missing part is not taken for complete', async () => {
    isBroken = true
    parts = 5_000
    // Fastify listens on TCP, which has an address with a port.
    const { port } = app.server.address() as AddressInfo
    await expect(fetch(`http://127.0.0.1:${port}${path}`).then(answer => answer.text())).rejects.toThrow()
  })

  it('with a malformed id does not exist', async () => {
    expect((await app.inject('/api/plans/1/')).json()).toMatchObject({ status: 404, code: 'not_found' })
  })
})
