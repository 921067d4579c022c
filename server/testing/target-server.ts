/** A real website on this machine for checks to call: over http or https, with scripted answers. */
import { once } from 'node:events'
import { createServer as createHttp } from 'node:http'
import { createServer as createHttps } from 'node:https'
import type { AddressInfo } from 'node:net'

type Certificate = { key: string; cert: string }

export type TargetServer = {
  readonly url: string
  /** For `OUTGOING_ALLOW`. */
  readonly hostPort: string
  /** The next answers; null: disconnects. */
  status: number | null
  /** Answers wait for it. */
  until: Promise<void>
  /** How many requests it received. */
  readonly asked: number
  close(): Promise<void>
}

export async function startTarget(certificate?: Certificate): Promise<TargetServer> {
  let asked = 0
  const answer: Parameters<typeof createHttp>[1] = (_, response) => {
    asked += 1
    target.until.then(() => {
      if (target.status === null) response.destroy()
      else response.writeHead(target.status).end('Guten Tag')
    })
  }
  const server = certificate ? createHttps(certificate, answer) : createHttp(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on TCP has an address of this kind.
  const { port } = server.address() as AddressInfo
  const target = {
    url: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}/`,
    hostPort: `127.0.0.1:${port}`,
    status: 200 as number | null,
    until: Promise.resolve(),
    get asked() {
      return asked
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  return target
}
