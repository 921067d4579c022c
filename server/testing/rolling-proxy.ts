/**
 * A stand-in for the proxy of `deploy/Caddyfile`, which cannot run in every test: polls the readiness of each instance
 * often, sends to the ready ones in turn, keeps connections, and retries elsewhere only requests that have reached
 * nobody, and reads whose kept connection was closed while they were sent (Caddy is built on Go's `net/http.Transport`,
 * which retries these).
 */
import { Agent, createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** As in the Caddyfile. */
const lookEveryMs = 200
const patienceMs = 10_000

type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer }
type Instance = { readonly url: string; isReady: boolean; isGone: boolean; answered: number; readonly agent: Agent }
type Call = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export async function openProxy() {
  const instances: Instance[] = []
  /** Connection errors a client would have seen, with their request. */
  const broken: string[] = []
  let turn = 0

  async function look(instance: Instance): Promise<void> {
    while (!instance.isGone) {
      const [answer] = await Promise.allSettled([
        send(instance, { method: 'GET', path: '/readyz', headers: {}, body: Buffer.of() }),
      ])
      instance.isReady = answer?.status === 'fulfilled' && answer.value.status === 200
      await delay(lookEveryMs)
    }
  }

  async function answerFor(call: Call): Promise<Answer | undefined> {
    for (let waitedMs = 0; waitedMs <= patienceMs; ) {
      const ready = instances.filter(({ isReady }) => isReady)
      turn += 1
      const instance = ready[turn % Math.max(1, ready.length)]
      if (instance) {
        try {
          const answer = await send(instance, call)
          instance.answered += 1
          return answer
        } catch (error) {
          instance.isReady = false
          if (!(error instanceof NotTaken)) {
            broken.push(`${call.method} ${call.path}: ${error}`)
            return undefined
          }
        }
      } else {
        await delay(lookEveryMs)
        waitedMs += lookEveryMs
      }
    }
    broken.push(`${call.method} ${call.path}: no instance was ready`)
    return undefined
  }

  const { server, port } = await listen(answerFor)

  return {
    url: `http://127.0.0.1:${port}`,
    broken: broken as readonly string[],
    /** How many answers the instance has given through this proxy. */
    answeredBy: (url: string) => instances.find(instance => instance.url === url)?.answered ?? 0,
    add(url: string): void {
      const instance = { url, isReady: false, isGone: false, answered: 0, agent: new Agent({ keepAlive: true }) }
      instances.push(instance)
      void look(instance)
    },
    /** For an instance that has ended: its port may be reused by now. */
    remove(url: string): void {
      for (const instance of instances.filter(known => known.url === url)) {
        instance.isGone = true
        instance.isReady = false
        instance.agent.destroy()
      }
    },
    async close() {
      for (const { url } of instances) this.remove(url)
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

async function listen(answerFor: (call: Call) => Promise<Answer | undefined>) {
  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = []
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.on('end', async () => {
      const { method = 'GET', url: path = '/', headers } = incoming
      const answer = await answerFor({ method, path, headers, body: Buffer.concat(parts) })
      if (answer === undefined) outgoing.writeHead(502).end()
      else outgoing.writeHead(answer.status, withoutHop(answer.headers)).end(answer.body)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  return { server, port }
}

/** Has reached nobody, or is a read that may be sent again. */
class NotTaken extends Error {}

function send({ url, agent }: Instance, { method, path, headers, body }: Call): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { connection: _, 'transfer-encoding': __, ...kept } = headers
    const outgoing = request(`${url}${path}`, { method, agent, headers: { ...kept, 'content-length': body.length } })
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      const isClosedKept = method === 'GET' && outgoing.reusedSocket && error.code === 'ECONNRESET'
      reject(error.code === 'ECONNREFUSED' || isClosedKept ? new NotTaken(error.message, { cause: error }) : error)
    })
    outgoing.on('response', incoming => {
      const parts: Buffer[] = []
      incoming.on('error', reject)
      incoming.on('data', (part: Buffer) => parts.push(part))
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(parts) }),
      )
    })
    outgoing.end(body)
  })
}

/** The connection to the instance is not the one to the client. */
function withoutHop({ connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...headers }: IncomingHttpHeaders) {
  return headers
}
