/**
 * The two sessions of an instance at the operator's broker. In the first, instances share all messages: each is taken
 * once. mosquitto forgets who shares a subscription when it ends, and until the instances are back it confirms messages
 * that nobody gets. It does not forget ordinary subscriptions: messages meanwhile wait in the second session.
 */
import { randomUUID } from 'node:crypto'
import { sign } from '#server/auth/tokens.ts'
import type { Message } from '#server/mqtt/message.ts'
import { type BrokerLink, type BrokerLinkOptions, startBrokerLink } from './broker-client.ts'

export type BrokerFilters = {
  readonly shared: string
  /** Messages of these that the broker keeps reach every instance. */
  readonly kept: readonly string[]
  /** Only instances write below it. */
  readonly own: string
}
type Options = Pick<BrokerLinkOptions, 'url' | 'clientId' | 'log' | 'take'> & { readonly filters: BrokerFilters }

/** A queue that is full loses the mark. */
const markAgainMs = 15_000

/** Connected: both sessions are there, and the second holds nothing that the first does not. */
export function startBrokerPair({ filters, clientId, take, ...options }: Options): BrokerLink {
  const ownTopic = `${filters.own}${clientId}`
  /** The message we send to ourselves while the first session shares the messages; '' while it does not. */
  let mark = ''
  /** The mark has come back in the session: later messages did not wait for us, or are shared. */
  const isPast = { first: false, second: false }

  const sendMark = () => {
    if (mark !== '' && !(isPast.first && isPast.second)) first.send({ topic: ownTopic, payload: Buffer.from(mark) }, 1)
  }
  /** Whether the message is one of the instances' own. */
  const readMark = (session: 'first' | 'second', { topic, payload }: Message) => {
    if (topic === ownTopic && mark !== '' && payload.toString() === mark) {
      const wasConnected = isPast.first && isPast.second
      isPast[session] = true
      if (!wasConnected && isPast.first && isPast.second) options.log.info('shares the messages of the MQTT broker')
    }
    return topic.startsWith(filters.own)
  }

  const first = startBrokerLink({
    ...options,
    clientId,
    subscriptions: [
      { topic: `$share/${groupOf(options.url)}/${filters.shared}`, qos: 1 },
      { topic: ownTopic, qos: 1 },
      ...filters.kept.map(topic => ({ topic, qos: 0 as const })),
    ],
    async take(message) {
      if (readMark('first', message)) return { refusal: null }
      return take(isPast.first ? message : asKept(message))
    },
    onReady() {
      mark = randomUUID()
      sendMark()
    },
    onClose() {
      mark = ''
      isPast.first = false
      isPast.second = false
    },
  })
  const second = startBrokerLink({
    ...options,
    clientId: `${clientId}-2`,
    // Kept messages are not given again with each connection.
    subscriptions: [{ topic: filters.shared, qos: 1, rh: 2 }],
    async take(message) {
      if (readMark('second', message) || isPast.second) return { refusal: null }
      return take(asKept(message))
    },
    onReady: sendMark,
    onClose() {
      isPast.second = false
    },
  })
  const marks = setInterval(sendMark, markAgainMs).unref()
  return {
    isConnected: () => isPast.first && isPast.second,
    send: first.send,
    async stop() {
      clearInterval(marks)
      await Promise.all([first.stop(), second.stop()])
    },
  }
}

/**
 * The same for an instance after a restart, another one for each other instance (`place`). Nobody else can guess it:
 * mosquitto hands a session over to any client that connects by its name.
 */
export function sessionName(url: string, place: string): string {
  return `portal-${signed(url, `MQTT session ${place}`).slice(0, 22)}`
}

/**
 * All instances have this name, and nobody else knows it: mosquitto lets everybody into a group by its name, and drops
 * a message whose turn falls on a client that may not read it.
 */
function groupOf(url: string): string {
  return `portal-${signed(url, 'MQTT group')}`
}

/** With the password of the portal at its broker, which all instances know. */
function signed(url: string, text: string): string {
  return sign(Buffer.from(decodeURIComponent(new URL(url).password)), text)
}

/** It waited for us, so a value without a time of its own is not current. */
function asKept(message: Message): Message {
  return { ...message, isKept: true }
}
