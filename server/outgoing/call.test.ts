import { once } from 'node:events'
import { createServer as createHttp, type RequestListener } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { type AddressInfo, createServer as createTcp, type Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import tls from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeCertificate } from '#server/testing/certificate.ts'
import { callOutside } from './call.ts'
import type { Resolve } from './look-up.ts'
import { OutgoingError } from './outgoing-error.ts'
import type { Rules } from './target.ts'

const day = 86_400_000
const now = Math.floor(Date.now() / 1_000) * 1_000
const yearsAgo = (count: number) => new Date(now - count * 365 * day)
const loopback = [{ address: '127.0.0.1', family: 4 }]

const trusted = makeCertificate({ names: ['shop.test', '127.0.0.1'], from: yearsAgo(1), until: yearsAgo(-1) })
const expired = makeCertificate({ names: ['shop.test'], from: yearsAgo(2), until: yearsAgo(1) })
const unknown = makeCertificate({ names: ['shop.test'], from: yearsAgo(1), until: yearsAgo(-1) })

const before = tls.getCACertificates('default')
beforeAll(() => tls.setDefaultCACertificates([...before, trusted.cert, expired.cert]))
afterAll(() => tls.setDefaultCACertificates(before))

const servers: Server[] = []
const sockets = new Set<Socket>()
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await Promise.all(servers.splice(0).map(server => new Promise(resolve => server.close(resolve))))
})

/** Starts a server on loopback and returns its port. */
async function listen(server: Server): Promise<number> {
  servers.push(server)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on TCP has an address of this kind.
  return (server.address() as AddressInfo).port
}
const http = (listener: RequestListener) => listen(createHttp(listener))
const https = (
  certificate: { key: string; cert: string },
  listener: RequestListener = (_, answer) => answer.end('ok'),
) => listen(createHttps(certificate, listener))

const allow = (host: string, port: number): Rules => ({ outgoingAllow: [{ host, port }], isDemo: false })
const nothingAllowed: Rules = { outgoingAllow: [], isDemo: false }
const shop = (port: number) => ({ rules: allow('shop.test', port), resolve: async () => loopback })

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => 'it was answered',
    (error: unknown) => (error instanceof OutgoingError ? error.failure : error),
  )
}

describe('an outgoing call', () => {
  it('returns status and body, and sends nothing of ours', async () => {
    const asked = vi.fn()
    const port = await http((request, answer) => {
      asked(request.method, request.url, Object.keys(request.headers).sort(), request.headers.host)
      answer.writeHead(418).end('Teekanne')
    })
    const { rules, resolve } = shop(port)
    const answer = await callOutside(rules, `http://shop.test:${port}/a?b=c#d`, { resolve })
    expect(answer).toMatchObject({ status: 418, certificateExpiresAt: null })
    expect(answer.body.toString()).toBe('Teekanne')
    expect(answer.elapsedMs).toBeGreaterThanOrEqual(0)
    expect(asked.mock.calls).toEqual([
      ['GET', '/a?b=c', ['accept', 'connection', 'host', 'user-agent'], `shop.test:${port}`],
    ])
  })

  it('returns the end of the certificate', async () => {
    const port = await https(trusted)
    const { rules, resolve } = shop(port)
    const answer = await callOutside(rules, `https://shop.test:${port}/`, { resolve })
    expect([answer.status, answer.certificateExpiresAt]).toEqual([200, yearsAgo(-1)])
  })

  it.each([
    ['one that has expired', expired, 'shop.test'],
    ['one that nobody vouches for', unknown, 'shop.test'],
    ['one for another name', trusted, 'laden.test'],
  ])('refuses an invalid certificate: %s', async (_, certificate, name) => {
    const asked = vi.fn()
    const port = await https(certificate, asked)
    const call = callOutside(allow(name, port), `https://${name}:${port}/`, { resolve: async () => loopback })
    expect(await failureOf(call)).toBe('tls')
    expect(asked).not.toHaveBeenCalled()
  })

  it('does not speak https with a server that does not', async () => {
    const port = await http((_, answer) => answer.end('ok'))
    const { rules, resolve } = shop(port)
    expect(await failureOf(callOutside(rules, `https://shop.test:${port}/`, { resolve }))).toBe('tls')
  })

  it.each([
    ['a private address', ['10.0.0.1']],
    ['this machine', ['127.0.0.1']],
    ['a mapped address', ['::ffff:192.168.178.1']],
    ['a public and a private address', ['93.184.215.14', '192.168.178.1']],
  ])('does not call a name that resolves to %s', async (_, addresses) => {
    const resolve: Resolve = async () => addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 }))
    expect(await failureOf(callOutside(nothingAllowed, 'http://harmless.example/', { resolve }))).toBe('blocked')
  })

  it('asks no name server about an address that is refused itself', async () => {
    const resolve = vi.fn<Resolve>()
    for (const address of [
      'http://127.0.0.1/',
      'http://2130706433/',
      'http://a:b@x.example/',
      'http://x.example:81/',
    ]) {
      expect(await failureOf(callOutside(nothingAllowed, address, { resolve }))).toBe('blocked')
    }
    expect(resolve).not.toHaveBeenCalled()
  })

  it.each(['http', 'https'])(
    'connects to the checked address, over %s, even if the name resolves differently later',
    async scheme => {
      const asked = vi.fn<RequestListener>((_, answer) => answer.end('checked'))
      const port = scheme === 'http' ? await http(asked) : await https(trusted, asked)
      // No name server knows the name: a second look-up would fail.
      const resolve = vi.fn<Resolve>().mockResolvedValueOnce(loopback).mockRejectedValue(new Error('asked again'))
      const answer = await callOutside(allow('shop.test', port), `${scheme}://shop.test:${port}/`, { resolve })
      expect(answer.body.toString()).toBe('checked')
      expect(resolve).toHaveBeenCalledTimes(1)
      expect(asked).toHaveBeenCalledTimes(1)
    },
  )

  it('does not follow a redirect, least of all into a private network', async () => {
    const inside = vi.fn<RequestListener>((_, answer) => answer.end('internal'))
    const insidePort = await http(inside)
    const port = await http((_, answer) => answer.writeHead(302, { location: `http://127.0.0.1:${insidePort}/` }).end())
    const { rules, resolve } = shop(port)
    expect((await callOutside(rules, `http://shop.test:${port}/`, { resolve })).status).toBe(302)
    expect(inside).not.toHaveBeenCalled()
  })

  it('reads 64 KB of an endless answer and disconnects', async () => {
    const hungUp = Promise.withResolvers<void>()
    const port = await http((_, answer) => {
      const more = () => void (answer.write('x'.repeat(16_384)) ? setImmediate(more) : answer.once('drain', more))
      answer.once('close', hungUp.resolve)
      more()
    })
    const { rules, resolve } = shop(port)
    const answer = await callOutside(rules, `http://shop.test:${port}/`, { resolve })
    expect(answer).toMatchObject({ isCut: true, body: { length: 65_536 } })
    await hungUp.promise
  })

  it('does not call an answer of exactly 64 KB cut', async () => {
    const port = await http((_, answer) => answer.end('x'.repeat(65_536)))
    const { rules, resolve } = shop(port)
    const answer = await callOutside(rules, `http://shop.test:${port}/`, { resolve })
    expect(answer).toMatchObject({ isCut: false, body: { length: 65_536 } })
  })

  it.each<[string, RequestListener]>([
    ['sends nothing', () => {}],
    ['sends a little and then nothing', (_, answer) => void answer.writeHead(200).write('a')],
  ])('does not wait for a server that %s', async (_, listener) => {
    const { rules, resolve } = shop(await http(listener))
    const { port } = rules.outgoingAllow[0] ?? { port: 0 }
    const call = callOutside(rules, `http://shop.test:${port}/`, { resolve, timeoutMs: 150 })
    expect(await failureOf(call)).toBe('timeout')
  })

  it('does not wait for a silent name server', async () => {
    const call = callOutside(nothingAllowed, 'http://langsam.example/', {
      resolve: () => new Promise(() => {}),
      timeoutMs: 50,
    })
    expect(await failureOf(call)).toBe('timeout')
  })

  it.each(['ENOTFOUND', 'EAI_AGAIN', 'ESERVFAIL'])('reports an unknown name (%s)', async code => {
    const resolve = () => Promise.reject(Object.assign(new Error(code), { code }))
    expect(await failureOf(callOutside(nothingAllowed, 'http://weg.example/', { resolve }))).toBe('dns')
    expect(await failureOf(callOutside(nothingAllowed, 'http://leer.example/', { resolve: async () => [] }))).toBe(
      'dns',
    )
  })

  it('reports that nobody listens', async () => {
    const port = await http(() => {})
    const [server] = servers.splice(0)
    await new Promise(resolve => server?.close(resolve))
    const { rules, resolve } = shop(port)
    expect(await failureOf(callOutside(rules, `http://shop.test:${port}/`, { resolve }))).toBe('refused')
  })

  it.each([
    ['hangs up', (socket: Socket) => socket.destroy()],
    ['speaks another language', (socket: Socket) => socket.end('220 mail.example ESMTP\r\n')],
    [
      'has no end of headers',
      (socket: Socket) => socket.write(`HTTP/1.1 200 OK\r\n${`X-A: ${'x'.repeat(1_000)}\r\n`.repeat(50)}`),
    ],
    [
      'wants another protocol',
      (socket: Socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
    ],
  ])('survives a server that %s', async (_, speak) => {
    const port = await listen(createTcp(socket => void socket.once('data', () => speak(socket))))
    const { rules, resolve } = shop(port)
    expect(await failureOf(callOutside(rules, `http://shop.test:${port}/`, { resolve }))).toBe('refused')
  })

  it('reaches a private address allowed by the operator, and on no other port', async () => {
    const port = await https(trusted)
    expect((await callOutside(allow('127.0.0.1', port), `https://127.0.0.1:${port}/`)).status).toBe(200)
    expect(await failureOf(callOutside(allow('127.0.0.1', port + 1), `https://127.0.0.1:${port}/`))).toBe('blocked')
  })

  it('sends method, headers and body, and returns the headers of the answer', async () => {
    const asked = vi.fn()
    const port = await https(trusted, async (request, answer) => {
      const { 'content-type': type, 'content-length': length, authorization } = request.headers
      asked(request.method, type, length, authorization, await text(request))
      answer.writeHead(429, { 'retry-after': '7' }).end()
    })
    const { rules, resolve } = shop(port)
    const answer = await callOutside(rules, `https://shop.test:${port}/`, {
      resolve,
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      keyHeaders: { authorization: 'Bearer geheim' },
      body: '{"größe":1}',
    })
    expect(asked.mock.calls).toEqual([['PATCH', 'application/json', '13', 'Bearer geheim', '{"größe":1}']])
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, '7'])
  })

  it('carries a key over https only, unless the operator names the target', async () => {
    const keyHeaders = { 'x-api-key': 'geheim' }
    const resolve = vi.fn<Resolve>()
    expect(await failureOf(callOutside(nothingAllowed, 'http://shop.example/', { keyHeaders, resolve }))).toBe(
      'blocked',
    )
    expect(resolve).not.toHaveBeenCalled()

    const asked = vi.fn()
    const port = await http((request, answer) => {
      asked(request.headers['x-api-key'])
      answer.end()
    })
    await callOutside(allow('127.0.0.1', port), `http://127.0.0.1:${port}/`, { keyHeaders })
    expect(asked).toHaveBeenCalledWith('geheim')
  })

  it('does not carry the key to the target of a redirect', async () => {
    const inside = vi.fn<RequestListener>((_, answer) => answer.end())
    const insidePort = await http(inside)
    const port = await http((_, answer) => answer.writeHead(307, { location: `http://127.0.0.1:${insidePort}/` }).end())
    const rules: Rules = {
      outgoingAllow: [port, insidePort].map(each => ({ host: '127.0.0.1', port: each })),
      isDemo: false,
    }
    const call = callOutside(rules, `http://127.0.0.1:${port}/`, { method: 'PUT', keyHeaders: { authorization: 'x' } })
    expect((await call).status).toBe(307)
    expect(inside).not.toHaveBeenCalled()
  })

  it('lets nobody smuggle a header in with a key', async () => {
    const asked = vi.fn<RequestListener>()
    const port = await http(asked)
    const call = callOutside(allow('127.0.0.1', port), `http://127.0.0.1:${port}/`, {
      keyHeaders: { 'x-api-key': 'a\r\nx-admin: 1' },
    })
    expect(await failureOf(call)).toBe('refused')
    expect(asked).not.toHaveBeenCalled()
  })
})
