/** `/metrics`, on its own address: visitors cannot reach it. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MetricsRegistry } from '#server/metrics/metrics-registry.ts'
import { StartError } from '#server/start-error.ts'

const limits = { requestTimeoutMs: 5_000, keepAliveMs: 65_000, connectionsMax: 20 } as const

export type MetricsServer = { readonly url: string; readonly stop: () => Promise<void> }

/** Throws StartError where it cannot listen. */
export async function startMetricsServer(
  figures: Pick<MetricsRegistry, 'contentType' | 'text'>,
  { host, port }: { host: string; port: number },
): Promise<MetricsServer> {
  const server = createServer({ requestTimeout: limits.requestTimeoutMs, keepAliveTimeout: limits.keepAliveMs })
  server.maxConnections = limits.connectionsMax
  server.on('request', (request, answer) => {
    const isRead = request.method === 'GET' && request.url?.split('?')[0] === '/metrics'
    if (!isRead) {
      answer.writeHead(404, { 'content-type': 'text/plain' }).end('/metrics\n')
      return
    }
    figures.text().then(
      text => answer.writeHead(200, { 'content-type': figures.contentType, 'cache-control': 'no-store' }).end(text),
      () => answer.writeHead(500).end(),
    )
  })
  try {
    server.listen({ host, port })
    await once(server, 'listening')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
    throw new StartError(
      `The metrics cannot be had at METRICS_HOST ${host} and METRICS_PORT ${port}${code}. Set them to an address of this machine and a port that is free.`,
      { cause: error },
    )
  }
  // A server that listens on a port has an address of this kind.
  const { port: taken } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}/metrics`,
    async stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
