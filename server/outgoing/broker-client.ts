/**
 * A client of the operator's own broker (MQTT 5), for several instances or many sites: a message is confirmed when it
 * is on disk, and unconfirmed ones come again. The operator wrote the address, so it may be private.
 */
import { randomInt } from 'node:crypto'
import { connect as connectPlain } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { IPublishPacket, ISubackPacket, ISubscription, Packet } from 'mqtt-packet'
import type { Logger } from 'pino'
import type { Message, Taken } from '#server/mqtt/message.ts'
import { openPackets, type PacketConnection } from '#server/mqtt/packet-connection.ts'

export type BrokerLink = {
  /** Whether the broker has accepted our subscriptions. */
  readonly isConnected: () => boolean
  /**
   * Sends to the subscribers of the topic: with QoS 0 at most once, with QoS 1 in order with the messages that the
   * broker keeps. False without a connection.
   */
  send(message: Pick<Message, 'topic' | 'payload'>, qos?: 0 | 1): boolean
  /** Confirms received messages, then disconnects. The broker keeps later ones. */
  stop(): Promise<void>
}

export type BrokerLinkOptions = {
  /** `mqtt://` or `mqtts://`, with user and password. */
  readonly url: string
  /** The same after a restart: the broker keeps its messages under it. */
  readonly clientId: string
  readonly subscriptions: readonly ISubscription[]
  readonly log: Logger
  /** Resolves when the message is on disk. */
  readonly take: (message: Message) => Promise<Taken>
  /** After each acceptance of our subscriptions. */
  readonly onReady?: () => void
  readonly onClose?: () => void
}

const keepaliveSeconds = 30
const answerMs = 15_000
const firstWaitMs = 500
const longestWaitMs = 30_000
/** The broker keeps our messages this long while we are away. */
const sessionSeconds = 86_400
const unconfirmedMax = 1_000
const packetBytesMax = 1_100_000
/** Of our own packets; at most one of each is under way. */
const subscribeId = 1
const publishId = 2

/** Connects, and connects again, until `stop`. */
export function startBrokerLink(options: BrokerLinkOptions): BrokerLink {
  let isStopped = false
  let waitMs = firstWaitMs
  let current: Link | undefined
  let retry: NodeJS.Timeout | undefined

  const open = () => {
    current = new Link(options, {
      onReady: () => {
        waitMs = firstWaitMs
        options.log.info('connected to the MQTT broker')
        options.onReady?.()
      },
      onClose: reason => {
        options.onClose?.()
        if (isStopped) return
        options.log.warn({ reason }, 'no connection to the MQTT broker: trying again')
        retry = setTimeout(open, waitMs + randomInt(waitMs))
        waitMs = Math.min(longestWaitMs, waitMs * 2)
      },
    })
  }
  open()
  return {
    isConnected: () => current?.isReady === true,
    send: (message, qos = 0) => current?.publish(message, qos) ?? false,
    async stop() {
      isStopped = true
      clearTimeout(retry)
      await current?.stop()
    },
  }
}

type LinkEvents = { readonly onReady: () => void; readonly onClose: (reason: string) => void }

/** One connection. */
class Link {
  isReady = false
  private reason = 'the connection ended'
  private isAnswered = false
  private isStopping = false
  private unconfirmed = 0
  private pings: NodeJS.Timeout
  private confirmed: Promise<void> = Promise.resolve()
  private readonly options: BrokerLinkOptions
  private readonly events: LinkEvents
  private readonly connection: PacketConnection

  constructor(options: BrokerLinkOptions, events: LinkEvents) {
    this.options = options
    this.events = events
    const url = new URL(options.url)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const isTls = url.protocol === 'mqtts:'
    const port = url.port === '' ? (isTls ? 8_883 : 1_883) : Number(url.port)
    const socket = isTls ? connectTls({ host, port, servername: host }) : connectPlain({ host, port })
    socket.setNoDelay(true)
    socket.once('error', error => {
      this.reason = error.message
    })
    this.connection = openPackets(socket, packetBytesMax, {
      onPacket: packet => this.read(packet),
      onClose: () => this.end(),
    })
    this.pings = setInterval(() => this.ping(), answerMs)
    this.connection.send({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 5,
      clientId: options.clientId,
      clean: false,
      keepalive: keepaliveSeconds,
      ...(url.username !== '' && { username: decodeURIComponent(url.username) }),
      ...(url.password !== '' && { password: Buffer.from(decodeURIComponent(url.password)) }),
      properties: {
        sessionExpiryInterval: sessionSeconds,
        receiveMaximum: unconfirmedMax,
        maximumPacketSize: packetBytesMax,
      },
    })
  }

  publish({ topic, payload }: Pick<Message, 'topic' | 'payload'>, qos: 0 | 1): boolean {
    if (!this.isReady) return false
    const packet = { cmd: 'publish', topic, payload, qos, dup: false, retain: false } as const
    this.connection.send(qos === 0 ? packet : { ...packet, messageId: publishId })
    return true
  }

  async stop(): Promise<void> {
    this.isStopping = true
    this.connection.pause()
    await this.confirmed
    if (this.isReady) this.connection.send({ cmd: 'disconnect', reasonCode: 0 })
    this.connection.close()
  }

  private read(packet: Packet): void {
    const { messageId = 0 } = packet
    this.isAnswered = true
    if (packet.cmd === 'publish') {
      this.receive(packet)
    } else if (packet.cmd === 'pubrel') {
      this.connection.send({ cmd: 'pubcomp', messageId, reasonCode: 0 })
    } else if (packet.cmd === 'connack' && packet.reasonCode === 0) {
      const subscriptions = [...this.options.subscriptions]
      this.connection.send({ cmd: 'subscribe', messageId: subscribeId, subscriptions })
    } else if (packet.cmd === 'connack') {
      this.give(`the broker refused the login (${packet.reasonCode})`)
    } else if (packet.cmd === 'suback') {
      this.begin(packet.granted)
    } else if (packet.cmd === 'disconnect') {
      this.give(`the broker ended the connection (${packet.reasonCode})`)
    }
  }

  private begin(granted: ISubackPacket['granted']): void {
    const refused = granted.filter(code => typeof code === 'number' && code >= 128)
    if (refused.length > 0) {
      this.give(`the broker refused the subscription (${refused.join(', ')})`)
    } else {
      this.isReady = true
      this.events.onReady()
    }
  }

  private receive({ topic, payload, qos, messageId = 0, retain }: IPublishPacket): void {
    this.unconfirmed += 1
    if (this.unconfirmed >= unconfirmedMax) this.connection.pause()
    const taken = this.options.take({ topic, payload: Buffer.from(payload), isKept: retain })
    // A rejection is met below, in its turn.
    taken.catch(() => {})
    this.confirmed = this.confirmed.then(async () => {
      try {
        await taken
        // Refused ones, too: they would come again for ever.
        if (qos > 0) this.connection.send({ cmd: qos === 1 ? 'puback' : 'pubrec', messageId, reasonCode: 0 })
        this.unconfirmed -= 1
        if (!this.isStopping && this.unconfirmed < unconfirmedMax) this.connection.resume()
      } catch (error) {
        this.give(error instanceof Error ? error.message : 'a message could not be stored')
      }
    })
  }

  private ping(): void {
    if (this.isAnswered) {
      this.isAnswered = false
      this.connection.send({ cmd: 'pingreq' })
    } else {
      this.give('the broker does not answer')
    }
  }

  private give(reason: string): void {
    this.reason = reason
    this.connection.close()
  }

  private end(): void {
    this.isReady = false
    clearInterval(this.pings)
    this.events.onClose(this.reason)
  }
}
