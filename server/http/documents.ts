/** The API's description of itself: OpenAPI for programs, pages for people. Made when first asked for. */
import type { FastifyInstance } from 'fastify'
import { apiStyleHash, renderApiPage, renderErrorsPage } from './api-page.ts'
import type { BoundEndpoint } from './bind.ts'
import { createApiDocument } from './openapi.ts'
import { pageHeaders, pagePolicy } from './security-headers.ts'

/** Public paths that are in no endpoint table. */
export const documentPaths = ['/api/schema/', '/api/docs/', '/api/docs/errors/'] as const

const jsonType = 'application/json; charset=utf-8'
const htmlType = 'text/html; charset=utf-8'

export function registerDocuments(app: FastifyInstance, endpoints: readonly BoundEndpoint[]): void {
  const document = once(() => createApiDocument(endpoints))
  const schema = once(() => JSON.stringify(document()))
  const apiPage = once(() => renderApiPage(document()))
  const errorsPage = once(renderErrorsPage)
  const [schemaPath, apiPath, errorsPath] = documentPaths

  app.get(schemaPath, (_request, reply) => reply.header('cache-control', 'no-cache').type(jsonType).send(schema()))
  for (const [path, render] of [
    [apiPath, apiPage],
    [errorsPath, errorsPage],
  ] as const) {
    app.get(path, (_request, reply) =>
      reply
        .headers({ ...pageHeaders, 'content-security-policy': pagePolicy(apiStyleHash), 'cache-control': 'no-cache' })
        .type(htmlType)
        .send(render()),
    )
  }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
