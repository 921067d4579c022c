/**
 * The broker inside the process: MQTT 3.1.1 and 5, for senders of sites. It keeps no session and no message: a client
 * that was away subscribes again, and its messages are confirmed when they are on disk. See decision 0085.
 */
import { createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { BrokerSession, type Sender, type SessionHome } from './broker-session.ts'
import type { Message, Taken } from './message.ts'
import { createPaces } from './paces.ts'
import { createStrangers, strangersMax } from './strangers.ts'
import { fitsFilter } from './topics.ts'

export type BrokerHooks<S extends Sender> = Pick<SessionHome<S>, 'logIn' | 'take'> & {
  /** Those of the senders whose token is valid no longer. */
  listGone(senders: readonly S[]): Promise<ReadonlySet<S>>
}

export type Broker = {
  /** The port it listens on. */
  readonly port: number
  readonly connections: () => number
  /** For clients of this user that subscribe to the topic. */
  send(user: string, message: Pick<Message, 'topic' | 'payload'>): void
  /** New certificate and key, as PEM; connections that are open stay. */
  renewCertificate(certificate: Certificate): void
  /** Confirms received messages, then disconnects everybody. */
  stop(): Promise<void>
}

export type Certificate = { readonly cert: string; readonly key: string }

type Options = {
  readonly port: number
  readonly host: string
  readonly certificate: Certificate | null
  /** How often the tokens of connected clients are checked, because a client may only listen. */
  readonly checkEveryMs?: number
}

const connectionsMax = 5_000
/** A house has a handful of devices. */
const connectionsOfUserMax = 20
const takenOver = 0x8e
const shuttingDown = 0x8b

export async function startBroker<S extends Sender>(
  hooks: BrokerHooks<S>,
  { port, host, certificate, checkEveryMs = 30_000 }: Options,
): Promise<Broker> {
  const sessions = new Map<BrokerSession<S>, Socket>()
  // Plain connections come from this machine, or through a proxy that has the certificate.
  const strangers = createStrangers(certificate !== null)
  const ofUser = new Map<string, Set<BrokerSession<S>>>()
  const paces = createPaces()

  const deliver = (user: string, message: Message) => {
    for (const session of ofUser.get(user) ?? []) {
      session.forward(filter => fitsFilter(filter, message.topic), message)
    }
  }
  const home: SessionHome<S> = {
    logIn: hooks.logIn,
    take: (sender, message): Promise<Taken> => hooks.take(sender, message),
    pay: paces.pay,
    deliver: (sender, message) => {
      if (message.topic.startsWith(sender.prefix)) deliver(sender.user, message)
    },
    enter(session) {
      const { user } = session.sender ?? { user: '' }
      const others = ofUser.get(user) ?? new Set()
      const former = [...others].find(({ clientId }) => clientId === session.clientId)
      if (former === undefined && others.size >= connectionsOfUserMax) return false
      former?.disconnect(takenOver)
      others.add(session)
      ofUser.set(user, others)
      paces.join(user, session)
      strangers.release(sessions.get(session))
      return true
    },
    leave(session) {
      sessions.delete(session)
      const { user } = session.sender ?? { user: '' }
      ofUser.get(user)?.delete(session)
      if (ofUser.get(user)?.size === 0) ofUser.delete(user)
      paces.leave(user, session)
    },
  }

  // Without the database nobody is disconnected; the next check follows.
  const checks = setInterval(() => void expelGone(hooks, [...sessions.keys()]).catch(() => {}), checkEveryMs).unref()

  const accept = (socket: Socket) => {
    if (sessions.size >= connectionsMax) {
      socket.destroy()
      return
    }
    socket.setNoDelay(true)
    const session = new BrokerSession(socket, socket.remoteAddress ?? '', home)
    sessions.set(session, socket)
  }
  const tlsServer = certificate === null ? null : createTlsServer({ ...certificate, handshakeTimeout: 10_000 }, accept)
  const server = tlsServer ?? createServer(accept)
  // A client that fails its handshake is no fault of ours.
  server.on('tlsClientError', () => {})
  server.maxConnections = connectionsMax + strangersMax
  server.prependListener('connection', strangers.admit)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    connections: () => sessions.size,
    send: (user, message) => deliver(user, { ...message, isKept: false }),
    renewCertificate: renewed => tlsServer?.setSecureContext(renewed),
    async stop() {
      clearInterval(checks)
      const closed = new Promise<void>(resolve => server.close(() => resolve()))
      await Promise.all([...sessions.keys()].map(session => session.settle()))
      for (const session of [...sessions.keys()]) session.disconnect(shuttingDown)
      await closed
    },
  }
}

/** Disconnects those whose token is valid no longer. */
async function expelGone<S extends Sender>(
  { listGone }: BrokerHooks<S>,
  sessions: readonly BrokerSession<S>[],
): Promise<void> {
  const gone = await listGone(sessions.flatMap(({ sender }) => sender ?? []))
  for (const session of sessions) {
    if (session.sender !== undefined && gone.has(session.sender)) session.expel()
  }
}
