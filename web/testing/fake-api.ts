/**
 * The network as tests see it: answers by endpoint, checked against the contract by the compiler, and remembers what was
 * asked. Nothing leaves the process.
 */
import { vi } from 'vitest'
import type { Answer, Endpoint } from '#contract/endpoint.ts'
import type { ErrorCode, FieldError } from '#contract/errors.ts'
import { errorStatus } from '#contract/errors.ts'

export type AskedRequest = { method: string; path: string; headers: Headers; body: unknown }
type Reply = (request: AskedRequest) => Response | Promise<Response>

export type FakeApi = {
  readonly asked: readonly AskedRequest[]
  answer: <E extends Endpoint>(endpoint: E, body: Answer<E>) => void
  refuse: (
    endpoint: Endpoint,
    code: ErrorCode,
    more?: { errors?: FieldError[]; headers?: Record<string, string> },
  ) => void
  /** Any other reply, for what a proxy or a broken line would do. */
  reply: (endpoint: Endpoint, reply: Reply) => void
}

/** Takes the place of `fetch` and of the browser's cookies until the test ends (`vi.unstubAllGlobals`). */
export function fakeApi({ cookie = '' } = {}): FakeApi & { setCookie: (cookie: string) => void } {
  const asked: AskedRequest[] = []
  const replies = new Map<string, Reply>()
  const page = { cookie }
  vi.stubGlobal('document', page)
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const request = requestOf(input, init)
    asked.push(request)
    const reply = [...replies].find(([pattern]) => matches(pattern, request))?.[1]
    if (!reply) throw new TypeError(`nothing answers ${request.method} ${request.path}`)
    return reply(request)
  })
  const on = (endpoint: Endpoint, reply: Reply) => replies.set(`${endpoint.method} ${endpoint.path}`, reply)
  return {
    asked,
    answer: (endpoint, body) =>
      on(endpoint, () =>
        body === undefined
          ? new Response(null, { status: 204 })
          : Response.json(body, { status: endpoint.status ?? 200 }),
      ),
    refuse: (endpoint, code, more = {}) =>
      on(endpoint, () => {
        const problem = {
          type: `/api/docs/errors/#${code}`,
          title: `Abgelehnt: ${code}`,
          status: errorStatus[code],
          code,
        }
        return Response.json(
          { ...problem, requestId: 'test', ...(more.errors ? { errors: more.errors } : {}) },
          { status: errorStatus[code], headers: { 'Content-Type': 'application/problem+json', ...more.headers } },
        )
      }),
    reply: on,
    setCookie: next => {
      page.cookie = next
    },
  }
}

function requestOf(input: string, init: RequestInit): AskedRequest {
  return {
    method: init.method ?? 'GET',
    path: input,
    headers: new Headers(init.headers),
    body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
  }
}

function matches(pattern: string, { method, path }: AskedRequest): boolean {
  const source = pattern.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')
  return new RegExp(`^${source}(\\?.*)?$`).test(`${method} ${path}`)
}
