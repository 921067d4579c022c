/** The requests of each measured case, as a browser sends them. */
import type { LoadRequest } from './load.ts'
import type { BenchSession } from './seed.ts'
import { benchRouterAddress, benchRouters, benchRouterToken, benchRouterUser } from './seed-dns.ts'
import type { Target } from './servers.ts'

export function get(path: string, session: BenchSession): LoadRequest {
  return { method: 'GET', path, headers: { cookie: `sid=${session.token}` } }
}

export function listRequests(customers: BenchSession[]): LoadRequest[] {
  return customers.map(session => get('/api/backend/tickets/', session))
}

export function ticketRequests(customers: BenchSession[]): LoadRequest[] {
  return customers.flatMap(session =>
    session.ticketIds.slice(0, 5).map(id => get(`/api/backend/tickets/${id}/`, session)),
  )
}

/** One POST per customer with the CSRF token of its session; the limit server (undefined) has no tokens. */
export async function createRequests(product: Target | undefined, customers: BenchSession[]): Promise<LoadRequest[]> {
  return Promise.all(
    customers.map(async session => {
      const cookie = `sid=${session.token}`
      const csrf = product === undefined ? '' : await csrfTokenOf(product, cookie)
      return {
        method: 'POST' as const,
        path: '/api/backend/ticket-entries/',
        headers: {
          cookie: `${cookie}; csrftoken=${csrf}`,
          'x-csrftoken': decodeURIComponent(csrf),
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          ticketId: session.ticketIds[1],
          name: 'Rückfrage',
          description: 'Bitte prüfen.',
          type: 'wish',
        }),
      }
    }),
  )
}

/** The token that the writes of a session carry. */
export async function csrfTokenOf(product: Target, cookie: string): Promise<string> {
  const answer = await fetch(`${product.origin}/api/auth/session/`, { headers: { cookie } })
  return /csrftoken=([^;]+)/.exec(answer.headers.getSetCookie().join(';'))?.[1] ?? ''
}

/** Update calls that change nothing, each of the next router: one alone is limited to ten a minute. */
export function routerRequests(): LoadRequest[] {
  const logins = Array.from({ length: benchRouters }, (_, n) =>
    Buffer.from(`${benchRouterUser(n)}:${benchRouterToken}`).toString('base64'),
  )
  let calls = 0
  const setupRequest = (request: object) => {
    const authorization = `Basic ${logins[calls++ % logins.length]}`
    return { ...request, headers: { authorization, 'user-agent': 'ddclient/3.10.0' } }
  }
  return [{ method: 'GET', path: `/nic/update?myip=${benchRouterAddress}`, headers: {}, setupRequest }]
}
