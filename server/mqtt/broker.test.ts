import { once } from 'node:events'
import { connect } from 'node:net'
import { generate, type IConnectPacket, type Packet, parser } from 'mqtt-packet'
import { afterEach, describe, expect, it } from 'vitest'
import { type Broker, startBroker } from './broker.ts'
import type { Sender } from './broker-session.ts'
import { type Message, SenderGone } from './message.ts'
import { fitsFilter, isTopic, isTopicFilter } from './topics.ts'

describe('clients of the broker', () => {
  let broker: Broker
  let taken: Message[] = []
  const goneUsers = new Set<string>()
  const open = async (take = async (_: Sender, message: Message): Promise<void> => void taken.push(message)) => {
    taken = []
    goneUsers.clear()
    broker = await startBroker<Sender>(
      {
        logIn: async ({ user, password }) => (password === 'right' ? { user, prefix: `pm/${user}/` } : undefined),
        take: async (sender, message) => {
          await take(sender, message)
          return { refusal: null }
        },
        listGone: async senders => new Set(senders.filter(({ user }) => goneUsers.has(user))),
      },
      { port: 0, host: '127.0.0.1', certificate: null, checkEveryMs: 20 },
    )
  }
  afterEach(() => broker.stop())

  /** A connection that speaks packets, without the patience of a real client. */
  const dial = async (protocolVersion: 4 | 5 = 4) => {
    const socket = connect(broker.port, '127.0.0.1')
    await once(socket, 'connect')
    const read = parser({ protocolVersion })
    const packets: Packet[] = []
    read.on('packet', packet => void packets.push(packet))
    socket.on('data', bytes => read.parse(bytes))
    socket.on('error', () => {})
    let isClosed = false
    socket.on('close', () => {
      isClosed = true
    })
    const send = (packet: Packet) => socket.write(generate(packet, { protocolVersion }))
    const logIn = async (more: Partial<IConnectPacket> = {}) => {
      const login = { username: 'house', password: Buffer.from('right'), clientId: 'one', ...more }
      send({ cmd: 'connect', protocolId: 'MQTT', protocolVersion, clean: true, keepalive: 60, ...login })
      await expect.poll(() => packets.length > 0 || isClosed).toBe(true)
      return packets.find(({ cmd }) => cmd === 'connack')
    }
    return { socket, packets, send, logIn, isClosed: () => isClosed }
  }
  const message = (messageId: number, topic = 'pm/house/x', qos: 0 | 1 | 2 = 1): Packet => ({
    cmd: 'publish',
    topic,
    payload: 'x',
    qos,
    messageId,
    dup: false,
    retain: false,
  })

  it('that do not log in are disconnected', async () => {
    await open()
    const eager = await dial()
    eager.send(message(1))
    await expect.poll(eager.isClosed).toBe(true)
    const long = await dial()
    long.socket.write(Buffer.concat([Buffer.from([0x10, 0xff, 0xff, 0x03]), Buffer.alloc(100)]))
    await expect.poll(long.isClosed).toBe(true)
    const wrong = await dial(5)
    expect(await wrong.logIn({ password: Buffer.from('wrong') })).toMatchObject({ reasonCode: 0x87 })
    await expect.poll(wrong.isClosed).toBe(true)
    expect(taken).toEqual([])
  })

  it('get their confirmations in the order of their messages, and none for messages that are not stored', async () => {
    const releases: (() => void)[] = []
    await open((_, { topic }) =>
      topic.endsWith('fails')
        ? Promise.reject(new Error('full'))
        : new Promise<void>(resolve => releases.push(resolve)),
    )
    const client = await dial()
    await client.logIn()
    for (const id of [1, 2, 3]) client.send(message(id))
    await expect.poll(() => releases.length).toBe(3)
    for (const release of releases.toReversed()) release()
    const ids = () => client.packets.filter(({ cmd }) => cmd === 'puback').map(({ messageId }) => messageId)
    await expect.poll(ids).toEqual([1, 2, 3])
    client.send(message(4, 'pm/house/fails'))
    await expect.poll(client.isClosed).toBe(true)
    expect(ids()).toEqual([1, 2, 3])
  })

  it('send a message of QoS 2 once, however often it is repeated', async () => {
    await open()
    const client = await dial()
    await client.logIn()
    client.send(message(7, 'pm/house/x', 2))
    client.send({ ...message(7, 'pm/house/x', 2), dup: true } as Packet)
    await expect.poll(() => client.packets.filter(({ cmd }) => cmd === 'pubrec').length).toBe(2)
    client.send({ cmd: 'pubrel', messageId: 7 })
    await expect.poll(() => client.packets.at(-1)?.cmd).toBe('pubcomp')
    expect(taken.length).toBe(1)
  })

  it('of one name take the place of the one before, of this user only', async () => {
    await open()
    const [first, second, other] = [await dial(5), await dial(5), await dial(5)]
    await first.logIn()
    await other.logIn({ username: 'neighbour' })
    await second.logIn()
    await expect.poll(first.isClosed).toBe(true)
    expect(first.packets.at(-1)).toMatchObject({ cmd: 'disconnect', reasonCode: 0x8e })
    expect([second.isClosed(), other.isClosed()]).toEqual([false, false])
  })

  it('have a limited number of connections', async () => {
    await open()
    const answers = []
    for (let at = 0; at < 21; at += 1) answers.push(await (await dial()).logIn({ clientId: `device-${at}` }))
    expect(answers.filter(answer => answer && 'returnCode' in answer && answer.returnCode === 0).length).toBe(20)
    expect(answers.at(-1)).toMatchObject({ returnCode: 3 })
  })

  it('of a user beyond its pace wait, those of others do not', async () => {
    await open()
    const fast = await dial()
    const calm = await dial()
    await fast.logIn()
    await calm.logIn({ username: 'neighbour' })
    const many = Buffer.concat(Array.from({ length: 20_000 }, () => generate(message(0, 'pm/house/x', 0))))
    fast.socket.write(many)
    calm.send(message(1, 'pm/neighbour/x'))
    await expect.poll(() => calm.packets.at(-1)?.cmd).toBe('puback')
    expect(taken.filter(({ topic }) => topic === 'pm/house/x').length).toBeLessThan(20_000)
    expect(fast.isClosed()).toBe(false)
  })

  it('of a user beyond its pace have no new allowance with a new connection, and lose messages that were not taken', async () => {
    await open()
    const calm = await dial()
    await calm.logIn({ username: 'neighbour' })
    const many = Buffer.concat(Array.from({ length: 4_000 }, () => generate(message(0, 'pm/house/x', 0))))
    for (const id of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const fast = await dial()
      await fast.logIn({ clientId: `device-${id}` })
      fast.socket.write(many)
      fast.send({ cmd: 'pingreq' })
      calm.send(message(id, 'pm/neighbour/x'))
      await expect.poll(() => calm.packets.at(-1)).toMatchObject({ cmd: 'puback', messageId: id })
      expect(fast.isClosed()).toBe(false)
      fast.socket.destroy()
    }
    expect(taken.filter(({ topic }) => topic === 'pm/house/x').length).toBeLessThan(8_000)
  })

  it('of a user beyond its pace take turns, and lose nothing while they stay', async () => {
    await open()
    const [fast, calm] = [await dial(), await dial()]
    await fast.logIn()
    const sent = 3_200
    fast.socket.write(Buffer.concat(Array.from({ length: sent }, () => generate(message(0, 'pm/house/x', 0)))))
    await expect.poll(() => taken.length).toBeGreaterThanOrEqual(3_000)
    await calm.logIn({ clientId: 'two' })
    calm.send({ cmd: 'pingreq' })
    await expect.poll(() => calm.packets.at(-1)?.cmd, { timeout: 10_000 }).toBe('pingresp')
    expect(taken.length).toBeLessThan(sent)
    await expect.poll(() => taken.length, { timeout: 10_000 }).toBe(sent)
    expect(fast.isClosed()).toBe(false)
  })

  it.each([
    ['questions', { cmd: 'pingreq' }, 'pingresp'],
    ['releases', { cmd: 'pubrel', messageId: 9 }, 'pubcomp'],
  ] as const)('are paced by their %s, too', async (_, packet, answer) => {
    await open()
    const fast = await dial()
    await fast.logIn()
    const bytes = generate(packet as Packet)
    const sent = 300_000 / bytes.length
    fast.socket.write(Buffer.alloc(300_000, bytes))
    const calm = await dial()
    await calm.logIn({ username: 'neighbour' })
    for (const id of [1, 2, 3]) {
      calm.send(message(id, 'pm/neighbour/x'))
      await expect.poll(() => calm.packets.at(-1)).toMatchObject({ cmd: 'puback', messageId: id })
    }
    expect(fast.packets.filter(({ cmd }) => cmd === answer).length).toBeLessThan(sent)
  })

  it('are paced by their confirmations of messages nobody sent them, too', async () => {
    await open()
    const fast = await dial()
    await fast.logIn()
    const sent = 75_000
    fast.socket.write(Buffer.alloc(sent * 4, generate({ cmd: 'puback', messageId: 9 })))
    fast.send({ cmd: 'pingreq' })
    const calm = await dial()
    await calm.logIn({ username: 'neighbour' })
    for (const id of [1, 2, 3]) {
      calm.send(message(id, 'pm/neighbour/x'))
      await expect.poll(() => calm.packets.at(-1)).toMatchObject({ cmd: 'puback', messageId: id })
    }
    expect(fast.packets.map(({ cmd }) => cmd)).toEqual(['connack'])
    expect(fast.isClosed()).toBe(false)
  })

  it('confirm received messages at no cost', async () => {
    await open()
    const [device, sender] = [await dial(), await dial()]
    await device.logIn()
    await sender.logIn({ clientId: 'two' })
    device.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 'pm/house/#', qos: 1 }] })
    await expect.poll(() => device.packets.at(-1)?.cmd).toBe('suback')
    const sent = 2_000
    sender.socket.write(Buffer.concat(Array.from({ length: sent }, () => generate(message(0, 'pm/house/x', 0)))))
    const heard = () => device.packets.flatMap(({ cmd, messageId }) => (cmd === 'publish' ? [messageId] : []))
    await expect.poll(() => heard().length).toBe(sent)
    for (const messageId of heard()) device.send({ cmd: 'puback', messageId: messageId ?? 0 })
    device.send({ cmd: 'pingreq' })
    await expect.poll(() => device.packets.at(-1)?.cmd).toBe('pingresp')
    // Of three thousand that are free at once, a thousand are left.
    sender.socket.write(Buffer.concat(Array.from({ length: 900 }, () => generate(message(0, 'pm/house/x', 0)))))
    await expect.poll(() => taken.length).toBe(sent + 900)
  })

  it.each([
    ['subscriptions', { cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 'pm/house/#', qos: 0 }] }, 'suback'],
    ['ends of subscriptions', { cmd: 'unsubscribe', messageId: 1, unsubscriptions: ['pm/house/#'] }, 'unsuback'],
    ['repeated messages of QoS 2', message(1, 'pm/house/x', 2), 'pubrec'],
  ] as const)('are paced by their %s, and served to the last while they stay', async (_, packet, answer) => {
    await open()
    const fast = await dial()
    await fast.logIn()
    const sent = 3_100
    const bytes = generate(packet as Packet)
    fast.socket.write(Buffer.alloc(sent * bytes.length, bytes))
    const calm = await dial()
    await calm.logIn({ username: 'neighbour' })
    const answers = () => fast.packets.filter(({ cmd }) => cmd === answer).length
    await expect.poll(answers, { timeout: 10_000 }).toBeGreaterThanOrEqual(2_900)
    calm.send(message(1, 'pm/neighbour/x'))
    await expect.poll(() => calm.packets.at(-1)).toMatchObject({ cmd: 'puback', messageId: 1 })
    expect(answers()).toBeLessThan(sent)
    await expect.poll(answers, { timeout: 10_000 }).toBe(sent)
    expect(taken.filter(({ topic }) => topic === 'pm/house/x').length).toBe(answer === 'pubrec' ? 1 : 0)
    expect(fast.isClosed()).toBe(false)
  })

  it('that read nothing are disconnected, and hold up neither the others nor the end of the broker', async () => {
    await open()
    const [deaf, other] = [await dial(), await dial()]
    await deaf.logIn()
    deaf.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 'pm/house/#', qos: 0 }] })
    await expect.poll(() => deaf.packets.at(-1)?.cmd).toBe('suback')
    deaf.socket.pause()
    await other.logIn({ clientId: 'two' })
    expect(broker.connections()).toBe(2)
    // More than the buffers of both systems hold.
    const long = { topic: 'pm/house/set', payload: Buffer.alloc(1_000_000) }
    await expect
      .poll(
        () => {
          broker.send('house', long)
          return broker.connections()
        },
        { timeout: 10_000 },
      )
      .toBe(1)
    other.send(message(1))
    await expect.poll(() => other.packets.at(-1)?.cmd).toBe('puback')
    await broker.stop()
    await open()
  })

  it('without a valid token reach no device, neither by a message nor by a will, and receive nothing more', async () => {
    await open(async sender => {
      if (goneUsers.has(sender.user)) throw new SenderGone('gone')
    })
    const will = { topic: 'pm/house/will', payload: Buffer.from('x'), qos: 0, retain: false } as const
    const [device, thief] = [await dial(5), await dial(5)]
    await device.logIn()
    await thief.logIn({ clientId: 'two', will })
    device.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 'pm/house/#', qos: 0 }] })
    await expect.poll(() => device.packets.at(-1)?.cmd).toBe('suback')
    thief.send(message(1))
    await expect.poll(() => device.packets.at(-1)).toMatchObject({ cmd: 'publish', topic: 'pm/house/x' })
    const heard = device.packets.length
    goneUsers.add('house')
    thief.send(message(2, 'pm/house/set'))
    await expect.poll(thief.isClosed).toBe(true)
    await expect.poll(device.isClosed).toBe(true)
    expect(device.packets.slice(heard)).toMatchObject([{ cmd: 'disconnect', reasonCode: 0x87 }])
  })
})

describe('topics', () => {
  it('fit a filter level by level', () => {
    expect(fitsFilter('pm/a/#', 'pm/a/b/c')).toBe(true)
    expect(fitsFilter('pm/a/#', 'pm/a')).toBe(true)
    expect(fitsFilter('pm/+/b', 'pm/a/b')).toBe(true)
    expect(fitsFilter('pm/+/b', 'pm/a/c')).toBe(false)
    expect(fitsFilter('pm/+', 'pm/a/b')).toBe(false)
    expect(fitsFilter('pm/a/b', 'pm/a')).toBe(false)
  })

  it('are of limited length, without wildcards and control characters', () => {
    expect(['pm/a', 'pm/ä/em:0'].map(isTopic)).toEqual([true, true])
    expect(['', 'pm/#', 'pm/+', 'pm/\u0000', 'x'.repeat(501), '/'.repeat(20)].map(isTopic)).not.toContain(true)
    expect(['#', 'pm/+/x', 'pm/#'].map(isTopicFilter)).not.toContain(false)
    expect(['', 'pm/#/x', 'pm/a+', 'pm/a#'].map(isTopicFilter)).not.toContain(true)
  })
})
