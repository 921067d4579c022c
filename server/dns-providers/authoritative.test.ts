import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { decode, encode } from 'dns-packet'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { OutgoingError } from '#server/outgoing/outgoing-error.ts'
import { type NameServer, nsupdate, startBind, startKnot } from '#server/testing/name-servers.ts'
import { networkTo } from '#server/testing/provider-benches.ts'
import { askServers, isAmongServers, nameServersOf } from './authoritative.ts'
import { readNameServer } from './name-server.ts'
import { ProviderError } from './provider-error.ts'

const home = { name: 'home', type: 'A' } as const

describe('the authoritative servers of a domain', () => {
  let servers: readonly NameServer[] = []
  beforeAll(async () => {
    servers = await Promise.all([startBind(), startKnot()])
  })
  afterAll(() => Promise.all(servers.map(server => server.stop())))

  it('are asked one by one, and one that has the old value is seen', async () => {
    const [bind, knot] = servers
    if (bind === undefined || knot === undefined) throw new Error('The servers are not there.')
    const domain = await bind.addZone()
    await nsupdate(bind.port, 'hmac-sha256', domain, 'home', ['192.0.2.1'])
    const network = networkTo(bind.port, knot.port, 9)
    const names = [bind.port, knot.port, 9].map(port => `127.0.0.1:${port}`)
    const answers = await askServers(names, domain, home, network)
    expect(answers.map(({ published, error }) => published ?? error.failure)).toEqual([
      { values: ['192.0.2.1'], ttl: 60, isAlias: false },
      { values: [], ttl: null, isAlias: false },
      'unavailable',
    ])
  })

  it('are not those that refuse the domain', async () => {
    const ports = servers.map(({ port }) => port)
    const names = ports.map(port => `127.0.0.1:${port}`)
    const answers = await askServers(names, 'fremd.test', home, networkTo(...ports))
    expect(answers.map(({ error }) => error?.failure)).toEqual(['zone', 'zone'])
  })
})

describe('the servers of a provider', () => {
  const own = ['hydrogen.ns.hetzner.com.', 'Helium.ns.hetzner.de']
  const known = new Map([
    ['hydrogen.ns.hetzner.com', '213.133.100.98'],
    ['ns1.weingut.de', '213.133.100.98'],
    ['ns1.anderer.de', '9.9.9.9'],
  ])
  const resolve = async (host: string) => {
    const address = known.get(host)
    if (address === undefined) throw new OutgoingError('dns')
    return [{ address, family: 4 }]
  }
  const offline = async () => {
    throw new OutgoingError('dns')
  }

  it.each([
    ['by name, in any spelling', ['HELIUM.NS.hetzner.de', 'ns1.anderer.de'], resolve, true],
    ['by name, on a port', ['helium.ns.hetzner.de:53'], offline, true],
    ['by the address of a name of the domain’s own', ['ns1.weingut.de'], resolve, true],
    ['by an address', ['213.133.100.98'], resolve, true],
    ['as others', ['ns1.anderer.de', 'fehlt.de'], resolve, false],
    ['as others by an address', ['9.9.9.9:5353'], resolve, false],
    ['as others, without a look-up', ['ns1.anderer.de'], offline, false],
    ['not, by an address without a look-up', ['213.133.100.98'], offline, undefined],
  ] as const)('are recognised %s', async (_, servers, look, expected) => {
    expect(await isAmongServers(servers, own, { ...networkTo(), resolve: look })).toBe(expected)
  })
})

describe('an answer of a name server', () => {
  const servers: Server[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) server.close()
  })

  async function answerOf(make: (question: Buffer) => Buffer) {
    const server = createServer(socket => {
      socket.on('error', () => {})
      socket.once('data', received => {
        const answer = make(received.subarray(2))
        const length = Buffer.alloc(2)
        length.writeUInt16BE(answer.length)
        socket.end(Buffer.concat([length, answer]))
      })
    })
    servers.push(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    // A server that listens on TCP has an address of this kind.
    const { port } = server.address() as AddressInfo
    const [answer] = await askServers([`127.0.0.1:${port}`], 'zone.test', home, networkTo(port))
    return answer?.published ?? answer?.error.failure
  }
  const aa = 0x0400
  const answerTo = (question: Buffer, flags: number, data: object[]) =>
    encode({
      ...decode(question),
      type: 'response',
      flags,
      // The library's type lists each kind of record; these are of that kind.
      answers: data as never,
    })
  const record = { type: 'A', name: 'HOME.zone.test', ttl: 60, data: '192.0.2.1' }

  it('counts with authority', async () => {
    const published = { values: ['192.0.2.1'], ttl: 60, isAlias: false }
    expect(await answerOf(question => answerTo(question, aa, [record]))).toEqual(published)
  })

  it('does not count from a cache', async () => {
    expect(await answerOf(question => answerTo(question, 0, [record]))).toBe('zone')
  })

  it('shows that the name is an alias, whose addresses are not its own', async () => {
    const alias = [
      { type: 'CNAME', name: 'home.zone.test', ttl: 60, data: 'anders.test' },
      { type: 'A', name: 'anders.test', ttl: 60, data: '192.0.2.9' },
    ]
    const published = { values: [], ttl: null, isAlias: true }
    expect(await answerOf(question => answerTo(question, aa, alias))).toEqual(published)
  })

  it.each<[string, (question: Buffer) => Buffer]>([
    [
      'to another question',
      question =>
        answerTo(
          Buffer.concat([
            question.subarray(0, 12),
            encode({ questions: [{ name: 'home.fremd.test', type: 'A' }] }).subarray(12),
          ]),
          aa,
          [record],
        ),
    ],
    [
      'with another id',
      question =>
        Buffer.concat([Buffer.from([question.readUInt8(0) ^ 1]), answerTo(question, aa, [record]).subarray(1)]),
    ],
    ['that is the question', question => question],
    ['that is garbage', () => Buffer.from('<html>')],
  ])('does not count %s', async (_, make) => {
    expect(await answerOf(make)).toBe('answer')
  })
})

describe('the name servers of a domain', () => {
  it('are the given ones, each once, and no more than sixteen', async () => {
    const many = Array.from({ length: 20 }, (_, index) => `ns${index}.zone.test`)
    const given = many.flatMap(name => [name, name])
    expect(await nameServersOf({ domain: 'zone.test', nameServers: given }, networkTo())).toEqual(many.slice(0, 16))
  })

  it('are never looked up in the demo', async () => {
    const network = { ...networkTo(), rules: { outgoingAllow: [], isDemo: true } }
    await expect(nameServersOf({ domain: 'zone.test', nameServers: [] }, network)).rejects.toMatchObject({
      failure: 'blocked',
    })
  })

  it.each([
    ['ns1.zone.test', { host: 'ns1.zone.test', port: 53 }],
    ['ns1.zone.test:5353', { host: 'ns1.zone.test', port: 5353 }],
    ['192.0.2.1:5353', { host: '192.0.2.1', port: 5353 }],
    ['2001:db8::1', { host: '2001:db8::1', port: 53 }],
    ['[2001:db8::1]:5353', { host: '2001:db8::1', port: 5353 }],
  ])('are written as %s', (text, expected) => expect(readNameServer(text)).toEqual(expected))

  it.each(['', ':53', 'ns1.zone.test:', 'ns1.zone.test:123456', '[]', '[::1', 'a:b:c'])(
    'are not written as %j',
    text => {
      expect(() => readNameServer(text)).toThrow(ProviderError)
    },
  )
})
