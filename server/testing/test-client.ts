/** A browser for whole-app tests: keeps cookies and sends the CSRF token, without sockets. */
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { csrfCookie } from '#server/http/request/cookies.ts'
import { type FormPart, formBody } from './multipart-form.ts'

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type SendOptions = {
  /** Sent as JSON. */
  body?: unknown
  /** Sent as a form with files. */
  form?: readonly FormPart[]
  headers?: Record<string, string>
  /** The client address. */
  remoteAddress?: string
}

export type TestClient = {
  readonly cookies: Map<string, string>
  send(method: Method, url: string, options?: SendOptions): Promise<LightMyRequestResponse>
  get(url: string, options?: SendOptions): Promise<LightMyRequestResponse>
  post(url: string, body?: unknown, options?: SendOptions): Promise<LightMyRequestResponse>
  put(url: string, body?: unknown, options?: SendOptions): Promise<LightMyRequestResponse>
  patch(url: string, body?: unknown, options?: SendOptions): Promise<LightMyRequestResponse>
  delete(url: string, options?: SendOptions): Promise<LightMyRequestResponse>
  /** Uploads one file as the part `file`. */
  upload(url: string, fileName: string, content: Uint8Array, options?: SendOptions): Promise<LightMyRequestResponse>
}

export function createTestClient(app: FastifyInstance): TestClient {
  const cookies = new Map<string, string>()

  const send: TestClient['send'] = async (method, url, { body, form, headers = {}, remoteAddress } = {}) => {
    if (method !== 'GET' && method !== 'HEAD' && !cookies.has(csrfCookie)) {
      await send('GET', '/api/auth/session/', remoteAddress === undefined ? {} : { remoteAddress })
    }
    const options: InjectOptions = {
      method,
      url,
      headers: { ...(cookies.size > 0 && { cookie: cookieHeader(cookies) }), ...csrfHeader(cookies), ...headers },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
      ...(remoteAddress !== undefined && { remoteAddress }),
    }
    if (body !== undefined) options.headers = { 'content-type': 'application/json', ...options.headers }
    if (form !== undefined) {
      const { payload, contentType } = formBody(form)
      options.payload = payload
      options.headers = { 'content-type': contentType, ...options.headers }
    }
    const answer = await answered(await app.inject({ ...options, payloadAsStream: true }))
    for (const { name, value } of answer.cookies) {
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }

  return {
    cookies,
    send,
    get: (url, options) => send('GET', url, options),
    post: (url, body, options) => send('POST', url, { ...options, body }),
    put: (url, body, options) => send('PUT', url, { ...options, body }),
    patch: (url, body, options) => send('PATCH', url, { ...options, body }),
    delete: (url, options) => send('DELETE', url, options),
    upload: (url, fileName, content, options) =>
      send('POST', url, { ...options, form: [{ name: 'file', fileName, content }] }),
  }
}

/** The whole answer; for an endless stream, its beginning. */
async function answered(answer: LightMyRequestResponse): Promise<LightMyRequestResponse> {
  const stream = answer.stream()
  const isEndless = answer.headers['content-type']?.toString().startsWith('text/event-stream')
  const chunks: Buffer[] = []
  for await (const chunk of stream) {
    chunks.push(Buffer.from(chunk))
    if (isEndless) break
  }
  const rawPayload = Buffer.concat(chunks)
  const body = rawPayload.toString()
  return Object.assign(answer, { rawPayload, payload: body, body, json: () => JSON.parse(body) })
}

function cookieHeader(cookies: ReadonlyMap<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}

function csrfHeader(cookies: ReadonlyMap<string, string>): Record<string, string> {
  const token = cookies.get(csrfCookie)
  return token === undefined ? {} : { 'x-csrftoken': token }
}
