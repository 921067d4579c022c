/** One client of our broker: from its login to the end of its connection. */
import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { IConnectPacket, IPublishPacket, ISubscribePacket, IUnsubscribePacket, Packet } from 'mqtt-packet'
import { type Message, messageRefusals, SenderGone, type Taken } from './message.ts'
import type { Paced } from './paces.ts'
import { openPackets, type PacketConnection } from './packet-connection.ts'
import { isTopicFilter } from './topics.ts'

/** Below `prefix` a sender reads and writes; nowhere else. */
export type Sender = { readonly user: string; readonly prefix: string }

/** The broker's functions for its sessions. */
export type SessionHome<S extends Sender> = {
  /** undefined: unknown user or wrong password. Throws when nobody is let in now. */
  logIn(connect: { user: string; password: string }, address: string): Promise<S | undefined>
  /** Whether there is room for one more of this user; an earlier one of the same client makes room. */
  enter(session: BrokerSession<S>): boolean
  leave(session: BrokerSession<S>): void
  /** Resolves when the message is on disk. */
  take(sender: S, message: Message): Promise<Taken>
  /** Counts messages and requests of this user; beyond its allowance all of its sessions are held. */
  pay(user: string, bytes: number): void
  deliver(sender: S, message: Message): void
}

const loginMs = 10_000
/** Of CONNECT, whose sender is not known yet. */
const strangerBytesMax = 8_192
/** As the push has it, and some bytes of topic and header. */
const packetBytesMax = 1_100_000
/** Messages that are not confirmed yet; then the client waits. */
const unconfirmedMax = 100
const subscriptionsMax = 50
/** A subscriber that reads no more is disconnected. */
const unsentBytesMax = 1_000_000
const topicsOfBridgeMax = 2_000

const notAuthorized = 0x87
const refusedLogin = { 3: 5, 4: 5, 5: 0x87 } as const
const unavailable = { 3: 3, 4: 3, 5: 0x88 } as const
const isFull = { 3: 3, 4: 3, 5: 0x97 } as const

export class BrokerSession<S extends Sender> implements Paced {
  /** Known after the login. */
  sender: S | undefined
  clientId = ''
  private version: 3 | 4 | 5 = 4
  private isBridge = false
  private isOpen = true
  private will: Message | undefined
  private lifeMs = 0
  private timer: NodeJS.Timeout
  private readonly home: SessionHome<S>
  private readonly address: string
  private readonly connection: PacketConnection
  private readonly filters = new Map<string, 0 | 1>()
  private readonly received = new Set<number>()
  private readonly topicsOfBridge = new Set<string>()
  private unconfirmed = 0
  /** Messages forwarded with QoS 1 and not confirmed yet. */
  private unanswered = 0
  private isHeld = false
  private isSettling = false
  private nextId = 1
  /** Confirmations go out in the order of the messages. */
  private confirmed: Promise<void> = Promise.resolve()

  constructor(socket: Duplex, address: string, home: SessionHome<S>) {
    this.home = home
    this.address = address
    this.timer = setTimeout(() => this.close(), loginMs)
    this.connection = openPackets(socket, strangerBytesMax, {
      onPacket: packet => this.read(packet),
      onClose: () => this.end(),
    })
  }

  close(): void {
    this.connection.close()
  }

  /** `code` is of MQTT 5; older versions know none. */
  disconnect(code: number): void {
    if (this.version === 5 && this.sender !== undefined) this.connection.send({ cmd: 'disconnect', reasonCode: code })
    this.connection.close()
  }

  /** Its token is not valid any more: not even its will is delivered. */
  expel(): void {
    this.will = undefined
    this.disconnect(notAuthorized)
  }

  /** Resolves when everything received so far is confirmed. */
  async settle(): Promise<void> {
    this.isSettling = true
    this.connection.hold()
    await this.confirmed
  }

  /** A client that sends faster than allowed is not read, but stays connected. */
  hold(): void {
    this.isHeld = true
    this.connection.hold()
  }

  release(): void {
    if (this.isSettling) return
    this.isHeld = false
    this.connection.release()
  }

  /** With the quality of the subscription, where one fits. */
  forward(fits: (filter: string) => boolean, { topic, payload }: Message): void {
    const granted = [...this.filters].filter(([filter]) => fits(filter)).map(([, qos]) => qos)
    if (granted.length === 0) return
    if (this.connection.unsentBytes() > unsentBytesMax) {
      this.connection.drop()
      return
    }
    const qos = granted.includes(1) ? 1 : 0
    if (qos === 1) {
      this.nextId = (this.nextId % 65_535) + 1
      this.unanswered += 1
    }
    this.connection.send({
      cmd: 'publish',
      topic,
      payload,
      qos,
      dup: false,
      retain: false,
      ...(qos === 1 && { messageId: this.nextId }),
    })
  }

  private read(packet: Packet): void {
    const { sender } = this
    if (packet.cmd === 'connect' && sender === undefined && this.clientId === '') {
      void this.logIn(packet)
    } else if (packet.cmd === 'connect' || sender === undefined) {
      this.close()
    } else {
      if (this.lifeMs > 0) this.timer.refresh()
      this.serve(sender, packet)
    }
  }

  private serve(sender: S, packet: Packet): void {
    const { messageId = 0 } = packet
    if (this.connection.unsentBytes() > unsentBytesMax) this.connection.drop()
    else if (packet.cmd === 'publish') this.receive(sender, packet)
    else if (packet.cmd === 'subscribe') this.subscribe(sender, packet)
    else if (packet.cmd === 'unsubscribe') this.unsubscribe(sender, packet)
    else if (packet.cmd === 'pingreq') {
      this.home.pay(sender.user, 0)
      this.connection.send({ cmd: 'pingresp' })
    } else if (packet.cmd === 'pubrel') {
      if (!this.received.delete(messageId)) this.home.pay(sender.user, 0)
      this.connection.send({ cmd: 'pubcomp', messageId })
    } else if (packet.cmd === 'puback') {
      // The sender of the confirmed message has paid.
      if (this.unanswered > 0) this.unanswered -= 1
      else this.home.pay(sender.user, 0)
    } else {
      if (packet.cmd === 'disconnect') this.will = undefined
      this.close()
    }
  }

  private async logIn(packet: IConnectPacket): Promise<void> {
    this.version = packet.protocolVersion ?? 4
    this.clientId = packet.clientId === '' ? randomUUID() : packet.clientId
    this.isBridge = 'bridgeMode' in packet && packet.bridgeMode === true
    // Nothing is read before the answer, so that nothing piles up.
    this.connection.pause()
    const password = packet.password?.toString('utf8') ?? ''
    const sender = await this.home.logIn({ user: packet.username ?? '', password }, this.address).catch(() => null)
    if (!this.isOpen) return
    this.sender = sender ?? undefined
    if (sender === null) this.refuse(unavailable)
    else if (sender === undefined) this.refuse(refusedLogin)
    else if (this.home.enter(this)) this.welcome(packet)
    else this.refuse(isFull)
  }

  private welcome(packet: IConnectPacket): void {
    const { will, keepalive = 0 } = packet
    if (will) this.will = { topic: will.topic, payload: Buffer.from(will.payload), isKept: false }
    clearTimeout(this.timer)
    this.lifeMs = keepalive * 1_500
    // A client that is not read is not silent.
    if (this.lifeMs > 0) this.timer = setTimeout(() => (this.isHeld ? this.timer.refresh() : this.close()), this.lifeMs)
    this.connection.limit(packetBytesMax)
    this.connection.send({
      cmd: 'connack',
      returnCode: 0,
      reasonCode: 0,
      sessionPresent: false,
      properties: {
        // Sessions end with their connection: senders repeat themselves.
        sessionExpiryInterval: 0,
        receiveMaximum: unconfirmedMax,
        maximumPacketSize: packetBytesMax,
        sharedSubscriptionAvailable: false,
        ...(packet.clientId === '' && { assignedClientIdentifier: this.clientId }),
      },
    })
    this.connection.resume()
  }

  private refuse(codes: Readonly<Record<3 | 4 | 5, number>>): void {
    const code = codes[this.version]
    this.connection.send({ cmd: 'connack', returnCode: code, reasonCode: code, sessionPresent: false })
    this.connection.close()
  }

  private receive(sender: S, packet: IPublishPacket): void {
    const { qos, messageId = 0, topic } = packet
    if (qos === 2 && this.received.has(messageId)) {
      this.home.pay(sender.user, packet.length ?? 0)
      this.connection.send({ cmd: 'pubrec', messageId })
      return
    }
    if (qos === 2) this.received.add(messageId)
    const payload = Buffer.from(packet.payload)
    const message = { topic, payload, isKept: this.isReplay(packet) }
    this.unconfirmed += 1
    if (this.unconfirmed >= unconfirmedMax) this.connection.pause()
    this.home.pay(sender.user, topic.length + payload.length)
    const taken = this.home.take(sender, message)
    // A rejection is handled below, in its turn.
    taken.catch(() => {})
    this.confirmed = this.confirmed.then(async () => {
      try {
        this.confirm(packet, await taken)
        // Only now: messages under a token that is no longer valid reach no device.
        this.home.deliver(sender, message)
      } catch (error) {
        // Not confirmed: the client sends it again.
        if (error instanceof SenderGone) this.expel()
        else this.disconnect(0x80)
      }
    })
  }

  private confirm({ qos, messageId = 0 }: IPublishPacket, { refusal, reason }: Taken): void {
    this.unconfirmed -= 1
    if (this.unconfirmed < unconfirmedMax) this.connection.resume()
    if (qos === 0) return
    const reasonCode = refusal === null ? 0 : messageRefusals[refusal]
    if (qos === 2 && refusal !== null) this.received.delete(messageId)
    this.connection.send({
      cmd: qos === 1 ? 'puback' : 'pubrec',
      messageId,
      reasonCode,
      ...(reason !== undefined && { properties: { reasonString: reason } }),
    })
  }

  /** A bridge sends the messages its broker keeps with every connection: the first of each topic may be old. */
  private isReplay({ retain, topic }: IPublishPacket): boolean {
    if (!this.isBridge || !retain || this.topicsOfBridge.has(topic)) return false
    if (this.topicsOfBridge.size < topicsOfBridgeMax) this.topicsOfBridge.add(topic)
    return true
  }

  private subscribe(sender: S, packet: ISubscribePacket): void {
    const { prefix } = sender
    this.home.pay(sender.user, packet.length ?? 0)
    const granted = packet.subscriptions.map(({ topic, qos }) => {
      if (!isTopicFilter(topic)) return this.version === 5 ? 0x8f : 128
      if (!topic.startsWith(prefix)) return this.version === 5 ? 0x87 : 128
      if (!this.filters.has(topic) && this.filters.size >= subscriptionsMax) return this.version === 5 ? 0x97 : 128
      const most = qos === 0 ? 0 : 1
      this.filters.set(topic, most)
      return most
    })
    this.connection.send({ cmd: 'suback', messageId: packet.messageId ?? 0, granted })
  }

  private unsubscribe(sender: S, { messageId = 0, unsubscriptions, length = 0 }: IUnsubscribePacket): void {
    this.home.pay(sender.user, length)
    const granted = unsubscriptions.map(filter => (this.filters.delete(filter) ? 0 : 0x11))
    this.connection.send({ cmd: 'unsuback', messageId, granted })
  }

  private end(): void {
    this.isOpen = false
    clearTimeout(this.timer)
    const { sender, will } = this
    if (sender !== undefined && will?.topic.startsWith(sender.prefix)) this.home.deliver(sender, will)
    this.home.leave(this)
  }
}
