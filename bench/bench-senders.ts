/** The senders of the measured sites: each sends its eight values every ten seconds, by HTTPS or by MQTT. */
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { openPackets, type PacketConnection } from '#server/mqtt/packet-connection.ts'
import { benchChannels, benchSiteKey, benchSites, benchSiteToken, benchValue } from './seed-energy.ts'

export type Sent = {
  /** Batches that were confirmed, and those that were not. */
  readonly confirmed: number
  readonly failed: number
}

const everyMs = 10_000
const answerMs = 10_000

/** The values of a site at an instant. */
function batchOf(at: number): string {
  const time = new Date(at).toISOString()
  return JSON.stringify({
    readings: benchChannels.map(([channel, , measure]) => ({ channel, at: time, value: benchValue(measure, at) })),
  })
}

/** Sends until `end` is called, the sites evenly spread over the ten seconds. `send` resolves when it is confirmed. */
function startSenders(send: (site: number, batch: string) => Promise<void>): { end(): Promise<Sent> } {
  const counts = { confirmed: 0, failed: 0 }
  const running = new Set<Promise<void>>()
  let site = 0
  const timer = setInterval(() => {
    const sending = send(site, batchOf(Date.now()))
      .then(
        () => {
          counts.confirmed += 1
        },
        () => {
          counts.failed += 1
        },
      )
      .finally(() => running.delete(sending))
    running.add(sending)
    site = (site + 1) % benchSites
  }, everyMs / benchSites)
  return {
    async end() {
      clearInterval(timer)
      await Promise.all(running)
      return counts
    },
  }
}

export function sendByHttps(origin: string): { end(): Promise<Sent> } {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 })
  const senders = startSenders((site, batch) => push(origin, site, batch, agent))
  return {
    async end() {
      const sent = await senders.end()
      agent.destroy()
      return sent
    },
  }
}

/** Sends one batch of readings of the past for each site, and waits until all are confirmed. */
export async function sendAll(origin: string, at: readonly number[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 20 })
  for (const time of at) {
    await Promise.all(Array.from({ length: benchSites }, (_, site) => push(origin, site, batchOf(time), agent)))
  }
  agent.destroy()
}

async function push(origin: string, site: number, body: string, agent: Agent): Promise<void> {
  const call = request(`${origin}/api/energy/${benchSiteToken(site)}/readings/`, {
    method: 'POST',
    agent,
    signal: AbortSignal.timeout(answerMs),
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
  })
  call.end(body)
  const [answer] = await once(call, 'response')
  answer.resume()
  if (answer.statusCode !== 200) throw new Error(`a push was answered with ${answer.statusCode}`)
}

/** A connection for each site; QoS 1. */
export async function sendByMqtt(port: number): Promise<{ end(): Promise<Sent> }> {
  const devices = await Promise.all(Array.from({ length: benchSites }, (_, site) => Device.open(port, site)))
  const senders = startSenders((site, batch) => {
    const device = devices[site]
    return device === undefined ? Promise.reject(new Error('no device')) : device.publish(batch)
  })
  return {
    async end() {
      const sent = await senders.end()
      for (const device of devices) device.close()
      return sent
    },
  }
}

class Device {
  private readonly topic: string
  private connection: PacketConnection | undefined
  private lastId = 0
  private readonly waiting = new Map<number, () => void>()

  private constructor(site: number) {
    this.topic = `pm/${benchSiteKey(site)}/readings`
  }

  static async open(port: number, site: number): Promise<Device> {
    const device = new Device(site)
    await new Promise<void>((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1' })
      socket.once('error', reject)
      device.connection = openPackets(socket, 1_100_000, {
        onPacket: packet => {
          if (packet.cmd === 'connack') {
            if ((packet.returnCode ?? packet.reasonCode ?? 0) === 0) resolve()
            else reject(new Error('the login was refused'))
          }
          if (packet.cmd === 'puback') device.waiting.get(packet.messageId ?? 0)?.()
        },
        onClose: () => reject(new Error('the connection ended')),
      })
      device.connection.send({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion: 4,
        clientId: benchSiteKey(site),
        clean: true,
        keepalive: 600,
        username: benchSiteKey(site),
        password: Buffer.from(benchSiteToken(site)),
      })
    })
    return device
  }

  publish(batch: string): Promise<void> {
    this.lastId = (this.lastId % 65_535) + 1
    const messageId = this.lastId
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('no confirmation')), answerMs)
      this.waiting.set(messageId, () => {
        clearTimeout(timer)
        this.waiting.delete(messageId)
        resolve()
      })
      const message = { topic: this.topic, payload: batch, qos: 1, dup: false, retain: false, messageId } as const
      this.connection?.send({ cmd: 'publish', ...message })
    })
  }

  close(): void {
    this.connection?.close()
  }
}
