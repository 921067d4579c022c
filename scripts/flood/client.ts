/** A minimal HTTP client for the flood: one kept connection, a session, as little own work as possible. */
import { Agent, request } from 'node:http'

export type Call = {
  readonly method: string
  readonly path: string
  readonly body?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}
export type Answer = {
  readonly status: number
  readonly bytes: number
  readonly cookies: readonly string[]
  readonly body: string
}
export type Client = {
  /** The session's credentials for a call: also for other processes. */
  readonly headers: Readonly<Record<string, string>>
  call(call: Call): Promise<Answer>
}

/** Sends calls one after the other; `keepsBody` where the answer is read. */
export function createCaller(origin: string, headers: Readonly<Record<string, string>>, keepsBody = false) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return ({ method, path, body, headers: own }: Call): Promise<Answer> => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const sending = request(new URL(path, origin), {
      method,
      agent,
      headers: {
        ...headers,
        ...own,
        ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      },
    })
    sending.on('error', reject)
    sending.on('response', answer => {
      let bytes = 0
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => {
        bytes += part.length
        if (keepsBody) parts.push(part)
      })
      answer.on('error', reject)
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          bytes,
          cookies: answer.headers['set-cookie'] ?? [],
          body: Buffer.concat(parts).toString(),
        }),
      )
    })
    sending.end(body)
    return promise
  }
}

/** A visitor, or a logged-in user. */
export async function openClient(origin: string, username?: string, password = ''): Promise<Client> {
  const jar = new Map<string, string>()
  const headers = () => ({
    cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
    'x-csrftoken': jar.get('csrftoken') ?? '',
  })
  const take = ({ cookies }: Answer) => {
    for (const cookie of cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      jar.set(name, value)
    }
  }
  take(await createCaller(origin, {})({ method: 'GET', path: '/api/auth/session/' }))
  if (username !== undefined) {
    const body = JSON.stringify({ username, password })
    const answer = await createCaller(origin, headers())({ method: 'POST', path: '/api/auth/login/', body })
    if (answer.status !== 200) throw new Error(`${username} cannot log in: ${answer.status}`)
    take(answer)
  }
  const own = headers()
  return { headers: own, call: createCaller(origin, own, true) }
}
