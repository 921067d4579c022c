/** The API's description: OpenAPI for programs, pages for people. Built on the first request. */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { networkReader, type TakeTurn } from '#server/http/answer/read-shares.ts'
import { pageHeaders, pagePolicy } from '#server/http/answer/security-headers.ts'
import type { BoundEndpoint } from '#server/http/bind.ts'
import { clientIp } from '#server/http/request/client-ip.ts'
import { apiStyleHash, renderApiPage, renderErrorsPage } from './api-page.ts'
import { createApiDocument } from './openapi.ts'

/** Public paths outside the endpoint tables. */
export const documentPaths = ['/api/schema/', '/api/docs/', '/api/docs/errors/'] as const

const jsonType = 'application/json; charset=utf-8'
const htmlType = 'text/html; charset=utf-8'

type Document = {
  readonly type: string
  readonly headers: Readonly<Record<string, string>>
  readonly text: () => string
}

export function registerDocuments(app: FastifyInstance, endpoints: readonly BoundEndpoint[], takeTurn: TakeTurn): void {
  const document = once(() => createApiDocument(endpoints))
  const page = { ...pageHeaders, 'content-security-policy': pagePolicy(apiStyleHash) }
  const texts: Readonly<Record<(typeof documentPaths)[number], Document>> = {
    '/api/schema/': { type: jsonType, headers: {}, text: () => JSON.stringify(document()) },
    '/api/docs/': { type: htmlType, headers: page, text: () => renderApiPage(document()) },
    '/api/docs/errors/': { type: htmlType, headers: page, text: renderErrorsPage },
  }
  for (const path of documentPaths) {
    const { type, headers, text } = texts[path]
    const content = once(() => Buffer.from(text()))
    const etag = once(() => `"${createHash('sha256').update(content()).digest('base64url')}"`)
    app.get(path, async (request, reply) => {
      await takeTurn({
        reader: networkReader(clientIp(request)),
        isGone: () => request.socket.destroyed,
        read: async () => {
          reply.headers({ ...headers, 'cache-control': 'no-cache', etag: etag() })
          return send(request, reply, type, content())
        },
      })
      return reply
    })
  }
}

/** Answers 304 where the client's copy is current (RFC 9110, 13.1.2). Returns the number of bytes sent. */
function send(request: FastifyRequest, reply: FastifyReply, type: string, content: Buffer): number {
  if (request.headers['if-none-match'] === reply.getHeader('etag')) {
    reply.code(304).send()
    return 0
  }
  reply.type(type).send(content)
  return content.byteLength
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
