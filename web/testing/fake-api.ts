/**
 * A fake network for tests: answers by endpoint, checked against the contract by the compiler, and records the requests.
 * Nothing leaves the process.
 */
import { vi } from 'vitest'
import type { Answer, Endpoint } from '#contract/endpoint.ts'
import type { ErrorCode, FieldError } from '#contract/errors.ts'
import { errorStatus } from '#contract/errors.ts'

/** `body` of an upload is its file. */
export type AskedRequest = {
  method: string
  path: string
  headers: Headers
  body: unknown
  signal?: AbortSignal | null | undefined
}
type Reply = (request: AskedRequest) => Response | Promise<Response>

export type FakeApi = {
  readonly asked: readonly AskedRequest[]
  answer: <E extends Endpoint>(endpoint: E, body: Answer<E>) => void
  refuse: (
    endpoint: Endpoint,
    code: ErrorCode,
    more?: { errors?: FieldError[]; headers?: Record<string, string> },
  ) => void
  /** Any other reply, such as that of a proxy or a broken connection. */
  reply: (endpoint: Endpoint, reply: Reply) => void
}

/** Replaces `fetch` and the browser's cookies until the test ends (`vi.unstubAllGlobals`). */
export function fakeApi({ cookie = '' } = {}): FakeApi & { setCookie: (cookie: string) => void } {
  const asked: AskedRequest[] = []
  const replies = new Map<string, Reply>()
  const page = { cookie }
  vi.stubGlobal('document', page)
  const answerTo = async (request: AskedRequest): Promise<Response> => {
    asked.push(request)
    const reply = [...replies].find(([pattern]) => matches(pattern, request))?.[1]
    if (!reply) throw new TypeError(`nothing answers ${request.method} ${request.path}`)
    return reply(request)
  }
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => answerTo(requestOf(input, init)))
  vi.stubGlobal('XMLHttpRequest', fakeUploads(answerTo))
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
    signal: init.signal,
  }
}

function matches(pattern: string, { method, path }: AskedRequest): boolean {
  const source = pattern.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')
  return new RegExp(`^${source}(\\?.*)?$`).test(`${method} ${path}`)
}

/** The part of `XMLHttpRequest` that an upload needs; reports half of the file before the answer. */
function fakeUploads(answerTo: (request: AskedRequest) => Promise<Response>) {
  return class {
    readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
    readonly #headers = new Headers()
    #method = ''
    #path = ''
    #isAborted = false
    onload?: () => void
    onerror?: () => void
    onabort?: () => void
    onloadend?: () => void
    status = 0
    response: Blob | undefined
    #answered: Headers | undefined

    open(method: string, path: string) {
      this.#method = method
      this.#path = path
    }

    setRequestHeader(name: string, value: string) {
      this.#headers.set(name, value)
    }

    getAllResponseHeaders() {
      return [...(this.#answered ?? [])].map(([name, value]) => `${name}: ${value}\r\n`).join('')
    }

    abort() {
      this.#isAborted = true
      this.onabort?.()
      this.onloadend?.()
    }

    async send(form: FormData) {
      const request = { method: this.#method, path: this.#path, headers: this.#headers, body: form.get('file') }
      this.upload.onprogress?.({ loaded: 1, total: 2 })
      try {
        const answer = await answerTo(request)
        this.status = answer.status
        this.#answered = answer.headers
        this.response = await answer.blob()
        if (!this.#isAborted) this.onload?.()
      } catch {
        if (!this.#isAborted) this.onerror?.()
      }
      this.onloadend?.()
    }
  }
}
