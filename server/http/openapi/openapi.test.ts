import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { allEndpoints } from '#contract/api.ts'
import { paramNames } from '#contract/endpoint.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { createApiDocument } from './openapi.ts'

const document = createApiDocument(allEndpoints())

test('the document is valid OpenAPI and follows the recommended rules', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    // The paths are fixed by the specification, and all end with a slash.
    rules: { 'no-path-trailing-slash': 'off' },
  })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([])
})

test('every endpoint is described with its input and its roles', () => {
  for (const { name, endpoint } of allEndpoints()) {
    const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()]
    expect(operation, name).toBeDefined()
    expect(Object.keys(operation?.responses ?? {}), name).toContain(String(endpoint.status ?? 200))
    expect(operation?.requestBody !== undefined, name).toBe(endpoint.body !== undefined || endpoint.upload === true)
    expect(
      (operation?.parameters ?? []).filter(parameter => parameter.in === 'path').map(parameter => parameter.name),
      name,
    ).toEqual(paramNames(endpoint))
    const needsSession = operation?.security.some(scheme => 'session' in scheme)
    expect(needsSession, name).toBe(endpoint.access !== 'public')
  }
})

test('filters of a list are its query parameters', () => {
  const names = document.paths['/api/backend/tickets/']?.get?.parameters?.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['page', 'page_size', 'search', 'ordering']))
})

test('the server serves it, and pages that explain it', async () => {
  const portal = await openTestApp('sqlite')
  const schema = await portal.app.inject('/api/schema/')
  expect(schema.json()).toEqual(JSON.parse(JSON.stringify(document)))
  const docs = await portal.app.inject('/api/docs/')
  expect(docs.headers['content-type']).toBe('text/html; charset=utf-8')
  for (const { endpoint } of allEndpoints()) expect(docs.body).toContain(`</span> ${endpoint.path}</code>`)
  const anchors = new Set([...docs.body.matchAll(/ id="([^"]+)"/g)].map(match => match[1]))
  const links = [...docs.body.matchAll(/ href="#([^"]+)"/g)].map(match => match[1])
  expect(links.length).toBeGreaterThan(50)
  expect(links.filter(link => !anchors.has(link))).toEqual([])
  expect(docs.body).not.toContain('undefined')
  const errors = await portal.app.inject('/api/docs/errors/')
  expect(errors.body).toContain('id="ticket.entries_closed"')
  await portal.close()
})
