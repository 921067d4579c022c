import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { networkTo } from '#server/testing/provider-benches.ts'
import { createCloudflare } from './cloudflare.ts'
import { createDesec } from './desec.ts'
import { createDyndns2 } from './dyndns2.ts'
import { dyndns2Presets } from './dyndns2-presets.ts'
import { createHetzner } from './hetzner.ts'
import { createIonos } from './ionos.ts'
import { powerdns } from './powerdns.ts'
import type { Network, Provider, ProviderAccount } from './provider.ts'
import { ProviderError, readableDetail, readRetryAfter } from './provider-error.ts'
import { type Dyndns2PresetName, type ProviderType, providerOf } from './providers.ts'

const key = 'öffentlich.Sehr+Geheim/4711=='.replace('ö', 'oe')
const change = [{ name: 'home', type: 'A', value: '192.0.2.1', ttl: 3_600 } as const]

/** Every provider that speaks HTTP, sent to this address. */
const providers: readonly [string, (base: string) => Provider][] = [
  ['PowerDNS', () => powerdns],
  ['dyndns2', () => createDyndns2({ families: 'each' })],
  ['Hetzner', createHetzner],
  ['deSEC', createDesec],
  ['Cloudflare', createCloudflare],
  ['IONOS', createIonos],
]

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})
async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on TCP has an address of this kind.
  return (server.address() as AddressInfo).port
}

async function errorOf(create: (base: string) => Provider, port: number, network: Network): Promise<ProviderError> {
  const base = `http://127.0.0.1:${port}`
  const account: ProviderAccount = { domain: 'zone.test', key, options: { server: base, user: 'kunde' } }
  const error = await create(base)
    .write(account, change, network)
    .then(
      () => new Error('it was done'),
      (reason: unknown) => reason,
    )
  if (!(error instanceof ProviderError)) throw error
  // Neither as text nor in any field, however it is logged.
  const shown = `${inspect(error, { depth: 9 })} ${error.stack} ${JSON.stringify(error)}`
  for (const secret of [key, Buffer.from(`kunde:${key}`).toString('base64'), encodeURIComponent(key), '4711']) {
    expect(shown).not.toContain(secret)
  }
  return error
}

const endless = (response: ServerResponse, letter: string) => {
  const more = () => void (response.write(letter.repeat(16_384)) ? setImmediate(more) : response.once('drain', more))
  more()
}

describe.each(providers)('%s', (_, create) => {
  it.each<[string, RequestListener]>([
    ['HTML', (_request, response) => response.end('<html><body>Wartung</body></html>')],
    ['garbage', (_request, response) => response.end(Buffer.from([0xff, 0, 0xfe, 0x80]))],
    ['JSON of another shape', (_request, response) => response.end('{"zone":7,"result":null}')],
    ['deeply nested JSON', (_request, response) => response.end('['.repeat(30_000))],
    ['an endless text', (_request, response) => endless(response, '[')],
    [
      'an answer that goes on in blanks',
      (_request, response) => {
        response.write('[]')
        endless(response, ' ')
      },
    ],
    ['a redirect', (_request, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end()],
  ])('does not take %s for success', async (_kind, listener) => {
    const port = await listen(listener)
    const { failure } = await errorOf(create, port, networkTo(port))
    expect(failure).toBe('answer')
  })

  it('does not follow a redirect with its key', async () => {
    const inside = vi.fn<RequestListener>((_request, response) => response.end())
    const insidePort = await listen(inside)
    const port = await listen((_request, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${insidePort}/` }).end(),
    )
    expect((await errorOf(create, port, networkTo(port, insidePort))).failure).toBe('answer')
    expect(inside).not.toHaveBeenCalled()
  })

  it('never repeats a key that the provider echoes', async () => {
    const texts = [key, `{"message":"bad token ${key}"}`, `kunde:${key}`, key.slice(3, 20), key.toUpperCase()]
    for (const text of [...texts, Buffer.from(`kunde:${key}`).toString('base64'), encodeURIComponent(key)]) {
      const port = await listen((_request, response) => response.writeHead(403, { 'x-echo': 'x' }).end(text))
      const { failure, detail } = await errorOf(create, port, networkTo(port))
      expect([failure, detail]).toEqual(['key', null])
    }
  })

  it('waits a day at most, however long the provider asks', async () => {
    const port = await listen((_request, response) =>
      response.writeHead(429, { 'retry-after': '315360000' }).end('{"message":"slow down"}'),
    )
    const error = await errorOf(create, port, networkTo(port))
    expect([error.failure, error.retryAfterSeconds]).toEqual(['limit', 86_400])
  })

  it('leaves a frozen provider, and cannot know whether a write was applied', async () => {
    const port = await listen(() => {})
    const { failure } = await errorOf(create, port, { ...networkTo(port), timeoutMs: 100 })
    expect(['unknown', 'unavailable']).toContain(failure)
  })

  it('sends its key over https only, and to no private address behind a public name', async () => {
    const port = await listen((_request, response) => response.end())
    const closed: Network = { ...networkTo(), resolve: async () => [{ address: '10.0.0.1', family: 4 }] }
    expect((await errorOf(create, port, closed)).failure).toBe('blocked')
    const account = { domain: 'zone.test', key, options: { server: 'https://dns.anbieter.example', user: 'kunde' } }
    const work = create('https://dns.anbieter.example').write(account, change, closed)
    await expect(work).rejects.toMatchObject({ failure: 'blocked' })
  })
})

describe('a pause that a provider asks for', () => {
  const now = new Date('2026-11-23T06:00:00Z')
  it.each([
    ['7', 7],
    ['0', 0],
    ['99999999999999999999', 86_400],
    ['Mon, 23 Nov 2026 06:01:00 GMT', 60],
    ['Mon, 23 Nov 2020 06:01:00 GMT', 0],
    ['Fri, 23 Nov 2096 06:01:00 GMT', 86_400],
    ['bald', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%s is %s seconds', (value, seconds) => expect(readRetryAfter(value, now)).toBe(seconds))
})

describe('the reason of a provider', () => {
  it('is one line of at most 200 characters', () => {
    expect(readableDetail(' Record\n already\u0000 exists. ', [key])).toBe('Record already exists.')
    expect(readableDetail('x'.repeat(300), [key])).toHaveLength(200)
  })

  it('is dropped when it is HTML, empty or holds a part of the key', () => {
    expect(readableDetail('<p>Fehler</p>', [key])).toBeUndefined()
    expect(readableDetail(' \n', [key])).toBeUndefined()
    expect(readableDetail(`token ${key.slice(0, 8)}… is wrong`, [key])).toBeUndefined()
    expect(readableDetail(`token ${[...key].join(' ')}`, [key])).toBeUndefined()
  })
})

describe('dyndns2', () => {
  const codes: readonly [string, string][] = [
    ['badauth', 'key'],
    ['!donator', 'key'],
    ['nohost', 'name'],
    ['!yours', 'name'],
    ['notfqdn', 'name'],
    ['numhost', 'input'],
    ['badagent', 'input'],
    ['abuse', 'limit'],
    ['911', 'unavailable'],
    ['dnserr', 'unavailable'],
    ['good 127.0.0.1', 'answer'],
    ['constructor', 'answer'],
    ['', 'answer'],
  ]
  it.each(codes)('reads %j as %s', async (text, failure) => {
    const port = await listen((_request, response) => response.end(text))
    expect((await errorOf(() => createDyndns2({ families: 'each' }), port, networkTo(port))).failure).toBe(failure)
  })

  it('does not take an endless answer for success, however well it begins', async () => {
    const port = await listen((_request, response) => {
      response.write('good 192.0.2.1\n')
      endless(response, ' ')
    })
    const error = await errorOf(() => createDyndns2({ families: 'each' }), port, networkTo(port))
    expect(error.failure).toBe('answer')
  })

  it('has presets with https addresses of their own', () => {
    const presets = Object.entries(dyndns2Presets)
    for (const [name, { server }] of presets) {
      expect(new URL(server).protocol).toBe('https:')
      // The names of the table are its keys.
      expect(providerOf('dyndns2', name as Dyndns2PresetName).capabilities.canRead).toBe(false)
    }
    expect(presets.length).toBeGreaterThan(6)
  })
})

it('every type has its provider', () => {
  const types: readonly ProviderType[] = ['powerdns', 'rfc2136', 'dyndns2', 'hetzner', 'desec', 'cloudflare', 'ionos']
  expect(types.map(type => providerOf(type).capabilities.ttlMin)).toEqual([1, 1, null, 60, 3_600, 60, 60])
})
