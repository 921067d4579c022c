/** A proxy before the API of a DNS provider that holds a write back, loses its answer, or accepts it and drops it. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Held = {
  readonly where: 'request' | 'answer'
  readonly arrived: PromiseWithResolvers<void>
  readonly gate: PromiseWithResolvers<void>
  readonly done: PromiseWithResolvers<void>
}

export type HoldingProxy = Awaited<ReturnType<typeof openHoldingProxy>>

/** `target` is the origin of the API, `http://127.0.0.1:8081`. */
export async function openHoldingProxy(target: string) {
  const waiting: Held[] = []
  const open = new Map<string, number>()
  const mostAtOnce = new Map<string, number>()
  let writes = 0
  let isDropping = false

  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const body = Buffer.concat(parts)
    const { method = 'GET', url = '/' } = request
    const path = url.split('?')[0] ?? ''
    const isWrite = method !== 'GET'
    const forward = () =>
      fetch(`${target}${url}`, {
        method,
        headers: { 'x-api-key': String(request.headers['x-api-key'] ?? ''), 'content-type': 'application/json' },
        ...(isWrite && { body }),
      })
    const held = isWrite ? waiting.shift() : undefined
    if (isWrite) {
      writes += 1
      open.set(path, (open.get(path) ?? 0) + 1)
      mostAtOnce.set(path, Math.max(mostAtOnce.get(path) ?? 0, open.get(path) ?? 0))
    }
    if (held?.where === 'request') {
      held.arrived.resolve()
      await held.gate.promise
    }
    const answer = isWrite && isDropping ? new Response(null, { status: 204 }) : await forward()
    const text = Buffer.from(await answer.arrayBuffer())
    if (held?.where === 'answer') {
      held.arrived.resolve()
      await held.gate.promise
    }
    held?.done.resolve()
    if (isWrite) open.set(path, (open.get(path) ?? 1) - 1)
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on TCP has an address of this kind.
  const { port } = server.address() as AddressInfo

  return {
    port,
    url: `http://127.0.0.1:${port}`,
    /** Writes received so far. */
    writes: () => writes,
    /** The most writes to one zone at the same time. */
    mostAtOnce: (zone: string) => mostAtOnce.get(`/api/v1/servers/localhost/zones/${zone}.`) ?? 0,
    /** From now on writes are accepted and dropped, or carried out again. */
    dropWrites(isOn: boolean) {
      isDropping = isOn
    },
    /** Holds the next write back before it reaches the provider, or its answer. `release` resolves when it has landed. */
    holdNext(where: Held['where']) {
      const held: Held = {
        where,
        arrived: Promise.withResolvers(),
        gate: Promise.withResolvers(),
        done: Promise.withResolvers(),
      }
      waiting.push(held)
      return {
        arrived: held.arrived.promise,
        release: () => {
          held.gate.resolve()
          return held.done.promise
        },
      }
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
