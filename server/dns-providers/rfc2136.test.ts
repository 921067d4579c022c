import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { dig, type NameServer, startBind, tsigKeys } from '#server/testing/name-servers.ts'
import { networkTo } from '#server/testing/provider-benches.ts'
import type { Network, ProviderAccount } from './provider.ts'
import { ProviderError } from './provider-error.ts'
import { rfc2136 } from './rfc2136.ts'
import { encodeUpdate, readSignature, signMessage, type TsigKey } from './update-message.ts'

const { name: keyName, secret } = tsigKeys['hmac-sha256']
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'it was done',
    error => (error instanceof ProviderError ? [error.failure, error.detail] : error),
  )
const change = (value: string) => [{ name: 'home', type: 'A', value, ttl: 300 } as const]
const accountAt = (port: number, domain: string): ProviderAccount => ({
  domain,
  key: secret,
  options: { server: `127.0.0.1:${port}`, keyName },
})

describe('a real server', () => {
  let bind: NameServer
  beforeAll(async () => {
    bind = await startBind()
  })
  afterAll(() => bind?.stop())

  it.each<[string, Partial<ProviderAccount['options']>, string, number, unknown]>([
    ['a wrong secret', {}, Buffer.alloc(32).toString('base64'), 0, ['key', 'NOTAUTH (BADSIG)']],
    ['an unknown key', { keyName: 'fremd' }, secret, 0, ['key', 'NOTAUTH (BADKEY)']],
    ['a clock an hour behind', {}, secret, -3_600_000, ['key', 'NOTAUTH (BADTIME)']],
    ['a secret that is none', {}, '', 0, ['key', null]],
  ])('names the reason of a refusal: %s', async (_, options, key, shift, expected) => {
    const base = accountAt(bind.port, await bind.addZone())
    const account = { ...base, key, options: { ...base.options, ...options } }
    const network: Network = {
      ...networkTo(bind.port),
      clock: { now: () => new Date(networkTo().clock.now().getTime() + shift) },
    }
    expect(await failureOf(rfc2136.write(account, change('192.0.2.1'), network))).toEqual(expected)
    expect(await dig(bind.port, `home.${account.domain}`, 'A')).toEqual([])
  })

  it('is reported as open when it is frozen in mid-write, and may still apply it', async () => {
    const account = accountAt(bind.port, await bind.addZone())
    bind.process.kill('SIGSTOP')
    // Its threads may run on briefly.
    const threads = `/proc/${bind.process.pid}/task`
    const stateOf = (thread: string) =>
      readFileSync(`${threads}/${thread}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .charAt(0)
    await expect.poll(() => [...new Set(readdirSync(threads).map(stateOf))]).toEqual(['T'])
    try {
      // Long enough to send the update, on a busy machine, too.
      const work = rfc2136.write(account, change('192.0.2.1'), { ...networkTo(bind.port), timeoutMs: 3_000 })
      expect(await failureOf(work)).toEqual(['unknown', null])
      const reading = rfc2136.read(account, change(''), { ...networkTo(bind.port), timeoutMs: 200 })
      expect(await failureOf(reading)).toEqual(['unavailable', null])
    } finally {
      bind.process.kill('SIGCONT')
    }
    // Why `unknown` means: read first.
    await expect.poll(() => dig(bind.port, `home.${account.domain}`, 'A')).toEqual(['192.0.2.1'])
  })

  it('does not take a name beyond the limits of DNS', async () => {
    const account = accountAt(bind.port, await bind.addZone())
    const long = change('192.0.2.1').map(each => ({ ...each, name: 'x'.repeat(64) }))
    expect(await failureOf(rfc2136.write(account, long, networkTo(bind.port)))).toEqual(['input', null])
  })
})

describe('an answer to an update', () => {
  const servers: Server[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) server.close()
  })

  /** A server that answers each message with the result of `speak`. */
  async function listen(speak: (message: Buffer) => Buffer): Promise<number> {
    const server = createServer((socket: Socket) => {
      socket.on('error', () => {})
      socket.once('data', received => {
        const answer = speak(received.subarray(2))
        const length = Buffer.alloc(2)
        length.writeUInt16BE(answer.length)
        socket.end(Buffer.concat([length, answer]))
      })
    })
    servers.push(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    // A server that listens on TCP has an address of this kind.
    return (server.address() as AddressInfo).port
  }
  const write = async (speak: (message: Buffer) => Buffer) => {
    const port = await listen(speak)
    return failureOf(rfc2136.write(accountAt(port, 'zone.test'), change('192.0.2.1'), networkTo(port)))
  }

  /** The head of an answer without any error and any record. */
  const yes = (message: Buffer) => {
    const answer = Buffer.alloc(12)
    answer.writeUInt16BE(message.readUInt16BE(0), 0)
    answer.writeUInt16BE(0xa800, 2)
    return answer
  }
  const key: TsigKey = { name: keyName, algorithm: 'hmac-sha256', secret: Buffer.from(secret, 'base64') }

  it.each<[string, (message: Buffer) => Buffer]>([
    ['is not signed', yes],
    ['is signed, but not for this request', message => signMessage(yes(message), key, networkTo().clock.now()).signed],
    [
      'is signed with another key',
      message => signMessage(yes(message), { ...key, secret: Buffer.alloc(32) }, networkTo().clock.now()).signed,
    ],
    ['is the request itself', message => Buffer.from(message)],
    ['has another id', message => Buffer.concat([Buffer.from([message.readUInt8(0) ^ 1]), yes(message).subarray(1)])],
    ['is empty', () => Buffer.alloc(0)],
    ['is HTML', () => Buffer.from('<html><body>502 Bad Gateway</body></html>')],
    [
      'is a pointer to itself',
      message => Buffer.concat([yes(message).subarray(0, 4), Buffer.from('0001000000000000c00c00010001', 'hex')]),
    ],
  ])('is no success when it %s', async (_, speak) => {
    expect(await write(speak)).toEqual(['answer', null])
  })

  it('of any bytes ends in a reported failure', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async bytes => {
        // The id is right, so that the rest is read.
        expect(await write(message => Buffer.concat([message.subarray(0, 2), bytes]))).not.toBe('it was done')
      }),
      { numRuns: 150 },
    )
  })

  it('is bound to the request by its signature', () => {
    const { signed, mac } = signMessage(encodeUpdate(7, 'zone.test', change('192.0.2.1')), key, new Date(0))
    // A request is signed without an earlier MAC, so it is no valid answer to itself.
    expect(readSignature(signed, key, mac)).toEqual({ error: 0, isValid: false })
    expect(readSignature(encodeUpdate(7, 'zone.test', []), key, mac)).toBeNull()
  })
})
