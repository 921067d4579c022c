/** Answers without a route: another method, a path without its slash, or nothing at all. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Method } from '#contract/endpoint.ts'
import { AppError } from '#server/app-error.ts'

type Route = { readonly method: Method; readonly path: string }
type KnownPath = { readonly pattern: RegExp; readonly methods: Set<string> }

export function createUnknownPathAnswer(endpoints: readonly Route[]) {
  const known = knownPaths(endpoints)
  const methodsOf = (path: string) => known.find(({ pattern }) => pattern.test(path))?.methods

  /** The address with the trailing slash that is missing; undefined where that leads nowhere. */
  const slashed = (request: FastifyRequest): string | undefined => {
    const { path, query } = splitUrl(request)
    const isMissing = !methodsOf(path) && (path.startsWith('/api/') || isRead(request))
    return isMissing && methodsOf(`${path}/`) ? `${path}/${query}` : undefined
  }
  /** Throws `method_not_allowed` with Allow or `not_found`, or redirects (308) to the path with its trailing slash. */
  const answer = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { path } = splitUrl(request)
    const methods = methodsOf(path)
    // The route exists, but its id is longer than any row's.
    if (methods?.has(request.method)) throw new AppError('not_found')
    if (methods) throw new AppError('method_not_allowed', { allow: [...methods].sort().join(', ') })
    if (!path.startsWith('/api/') && !isRead(request)) throw new AppError('method_not_allowed', { allow: 'GET, HEAD' })
    const url = slashed(request)
    if (url !== undefined) return reply.redirect(url, 308)
    throw new AppError('not_found')
  }
  return { answer, slashed }
}

function splitUrl({ url }: FastifyRequest): { path: string; query: string } {
  const queryAt = url.indexOf('?')
  return queryAt === -1 ? { path: url, query: '' } : { path: url.slice(0, queryAt), query: url.slice(queryAt) }
}

/** Everything outside the API is read-only. */
function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

function knownPaths(endpoints: readonly Route[]): KnownPath[] {
  const byPath = new Map<string, Set<string>>()
  for (const { path, method } of endpoints) {
    const methods = byPath.get(path) ?? new Set()
    byPath.set(path, methods.add(method))
    if (method === 'GET') methods.add('HEAD')
  }
  return [...byPath].map(([path, methods]) => ({ pattern: patternOf(path), methods }))
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`)
}
