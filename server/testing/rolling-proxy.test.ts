import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openProxy } from './rolling-proxy.ts'

/** Closes the connection on which its first call arrives, unless that asks for the readiness. */
async function startClosing(calls: string[]) {
  const used = new WeakSet<Socket>()
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === '/readyz') {
      used.add(incoming.socket)
      outgoing.writeHead(200).end()
      return
    }
    calls.push(`${incoming.method} on a ${used.has(incoming.socket) ? 'kept' : 'new'} connection`)
    if (calls.length === 1) incoming.socket.destroy()
    else outgoing.writeHead(200).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  })
  // A server that listens on a port has an address of this kind.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test.each([
  { method: 'GET', status: 200, broken: 0 },
  { method: 'POST', status: 502, broken: 1 },
])('the stand-in proxy answers a $method whose kept connection was closed with $status', async expected => {
  const proxy = await openProxy()
  onTestFinished(() => proxy.close())
  const calls: string[] = []
  proxy.add(await startClosing(calls))
  const { status } = await fetch(`${proxy.url}/work`, { method: expected.method })
  expect(calls[0]).toBe(`${expected.method} on a kept connection`)
  expect({ status, broken: proxy.broken.length }).toEqual({ status: expected.status, broken: expected.broken })
})
