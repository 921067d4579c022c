/** A minimal browser: keeps cookies, sends them back, and uses JSON. */
export type CallerSession = {
  readonly cookies: ReadonlyMap<string, string>
  send(method: string, path: string, body?: object | FormData): Promise<{ status: number; body: unknown }>
}

/** Visits the portal, and logs in when a name is given. */
export async function enter(origin: string, login?: { username: string; password: string }): Promise<CallerSession> {
  const cookies = new Map<string, string>()

  const send: CallerSession['send'] = async (method, path, body) => {
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: {
        cookie: cookieHeader(cookies),
        'x-csrftoken': cookies.get('csrftoken') ?? '',
        ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      },
      ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
  }

  await send('GET', '/api/auth/session/')
  if (login) {
    const { status } = await send('POST', '/api/auth/login/', login)
    if (status !== 200) throw new Error(`The login of ${login.username} was answered with ${status}.`)
  }
  return { cookies, send }
}

export function cookieHeader(cookies: ReadonlyMap<string, string>, mark = ''): string {
  return [...cookies].map(([name, value]) => `${name}=${value}${mark}`).join('; ')
}
