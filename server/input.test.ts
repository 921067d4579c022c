/** Undeclared input at every endpoint: a new one is covered by being declared. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#server/testing/engines.ts'
import {
  admitPushes,
  browserOf,
  endpoints,
  send,
  sessionWrites,
  urlOf,
  writes,
} from '#server/testing/every-endpoint.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { sampleFiles } from './testing/multipart-form.ts'

describe.each(engines)('on %s', engine => {
  let portal: TestApp
  beforeAll(async () => {
    portal = await openTestApp(engine)
    await admitPushes(portal)
  })
  afterAll(() => portal.close())

  test.each(endpoints.filter(({ endpoint }) => endpoint.body))('$name names an unknown field', async ({ endpoint }) => {
    const browser = await browserOf(portal, endpoint.access === 'customer' ? 'customer' : 'admin')
    const answer = await send(browser, endpoint, { nonsense: 1 })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toContainEqual(expect.objectContaining({ field: 'nonsense', code: 'unknown_field' }))
  })

  test.each(writes.filter(({ endpoint }) => !endpoint.body && !endpoint.upload))(
    '$name takes no body',
    async ({ endpoint }) => {
      const answer = await send(await browserOf(portal, 'admin'), endpoint, { nonsense: 1 })
      expect(answer.json()).toMatchObject({ status: 422, errors: [{ field: 'nonsense', code: 'unknown_field' }] })
    },
  )

  const uploads = endpoints.filter(({ endpoint }) => endpoint.upload)

  test.each(uploads)('$name names an unknown part, and takes only a form', async ({ endpoint }) => {
    const admin = await browserOf(portal, 'admin')
    const parts = [
      { name: 'file', fileName: 'Foto.png', content: sampleFiles.png },
      { name: 'nonsense', content: '1' },
    ]
    const named = await admin.send(endpoint.method, urlOf(endpoint), { form: parts })
    expect(named.json()).toMatchObject({ status: 422, errors: [{ field: 'nonsense', code: 'unknown_field' }] })
    const json = await admin.send(endpoint.method, urlOf(endpoint), { body: { nonsense: 1 } })
    expect(json.json()).toMatchObject({ status: 415, code: 'request.media_type' })
  })

  test.each(sessionWrites.filter(({ endpoint }) => !endpoint.upload))('$name takes no form', async ({ endpoint }) => {
    const admin = await browserOf(portal, 'admin')
    const form = [{ name: 'file', fileName: 'Foto.png', content: sampleFiles.png }]
    const answer = await admin.send(endpoint.method, urlOf(endpoint), { form })
    expect(answer.json()).toMatchObject({ status: 415, code: 'request.media_type' })
  })

  test.each(endpoints)('$name names an unknown query parameter', async ({ endpoint }) => {
    const browser = await browserOf(portal, 'admin')
    const answer = await browser.send(endpoint.method, `${urlOf(endpoint)}?nonsense=1`)
    expect(answer.json()).toMatchObject({
      status: 422,
      code: 'request.unknown_parameter',
      errors: [{ field: 'nonsense', code: 'unknown_parameter' }],
    })
  })
})
