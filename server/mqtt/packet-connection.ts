/** MQTT packets over one connection, both ways: sizes are checked before a packet is kept in memory. */
import type { Duplex } from 'node:stream'
import { generate, type Packet, parser } from 'mqtt-packet'

export type PacketConnection = {
  /** Does nothing once it is closed. */
  send(packet: Packet): void
  /** Bytes that the other side has not read yet. */
  unsentBytes(): number
  /** Stops reading: the other side waits. Packets that have arrived are still passed on. */
  pause(): void
  resume(): void
  /** Passes on nothing more: bytes already read wait for `release`, and are dropped when the connection ends. */
  hold(): void
  release(): void
  /** From now on; the first packets of a stranger are smaller than those of a known client. */
  limit(bytes: number): void
  /** Written packets still arrive, where the other side reads them soon. */
  close(): void
  /** Closes at once: a client that reads nothing keeps no buffer and no place. */
  drop(): void
}

/** For the bytes written last. A client that does not read would keep its socket for ever. */
const lingerMs = 3_000

type Events = {
  readonly onPacket: (packet: Packet) => void
  /** Once, however it ended. */
  readonly onClose: () => void
}

/** Speaks MQTT 3.1.1 and 5; the version is that of the first packet received or sent. */
export function openPackets(socket: Duplex, bytesMax: number, { onPacket, onClose }: Events): PacketConnection {
  const read = parser()
  const gauge = createGauge(bytesMax)
  let version: 3 | 4 | 5 = 4
  let isOpen = true
  const leave = () => {
    isOpen = false
    inlet.drop()
    onClose()
  }
  const end = () => {
    if (!isOpen) return
    socket.destroy()
    leave()
  }
  const inlet = createInlet(socket, bytes => {
    const length = gauge.measure(bytes)
    if (length === 0) end()
    else read.parse(bytes.subarray(0, length))
    return length
  })
  read.on('packet', packet => {
    if (packet.cmd === 'connect') version = packet.protocolVersion ?? version
    if (isOpen) onPacket(packet)
  })
  read.on('error', end)
  socket.on('data', (bytes: Buffer) => {
    if (isOpen) inlet.add(bytes)
  })
  socket.on('error', end)
  socket.on('close', end)
  socket.on('end', end)
  return {
    send(packet) {
      if (!isOpen || socket.writableEnded) return
      if (packet.cmd === 'connect') {
        version = packet.protocolVersion ?? version
        // The parser of a client sees no CONNECT, so it needs the version.
        Object.assign(read, { settings: { protocolVersion: version } })
      }
      socket.write(generate(packet, { protocolVersion: version }))
    },
    unsentBytes: () => socket.writableLength,
    pause: inlet.pause,
    resume: inlet.resume,
    hold: inlet.hold,
    release: inlet.release,
    limit: gauge.limit,
    close() {
      if (!isOpen) return
      const linger = setTimeout(() => socket.destroy(), lingerMs)
      socket.once('close', () => clearTimeout(linger))
      socket.end(() => socket.destroy())
      leave()
    },
    drop: end,
  }
}

/** Passes bytes on, packet by packet: each may be the last for now. `give` returns the number of bytes it took. */
function createInlet(socket: Duplex, give: (bytes: Buffer) => number) {
  let rest: Buffer = Buffer.alloc(0)
  let isPaused = false
  let isHeld = false
  let isGiving = false
  const giveOut = () => {
    if (isGiving) return
    isGiving = true
    while (!isHeld && rest.length > 0) {
      const length = give(rest)
      rest = rest.subarray(length)
    }
    isGiving = false
    if (isPaused || rest.length > 0) socket.pause()
    else socket.resume()
  }
  return {
    add(bytes: Buffer) {
      rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
      giveOut()
    },
    pause() {
      isPaused = true
      socket.pause()
    },
    resume() {
      isPaused = false
      giveOut()
    },
    hold() {
      isHeld = true
    },
    release() {
      isHeld = false
      giveOut()
    },
    drop() {
      rest = Buffer.alloc(0)
    },
  }
}

/** Follows the lengths of packets, which come first in each of them. */
function createGauge(bytesMax: number) {
  let most = bytesMax
  /** Bytes of the current packet that are still to come. */
  let rest = 0
  /** Bytes of a fixed header read so far: the type, then up to four of the length. */
  let read = 0
  let length = 0

  return {
    limit(bytes: number) {
      most = bytes
    },
    /** How many of these bytes belong to the packet that they start or continue; 0 where it is too long. */
    measure(bytes: Buffer): number {
      let at = 0
      while (rest === 0 && at < bytes.length) {
        const byte = bytes[at] ?? 0
        at += 1
        read += 1
        if (read === 1) continue
        length += (byte & 127) * 128 ** (read - 2)
        if (length > most || read > 5) return 0
        if ((byte & 128) !== 0) continue
        rest = length
        read = 0
        length = 0
        if (rest === 0) return at
      }
      const part = Math.min(rest, bytes.length - at)
      rest -= part
      return at + part
    },
  }
}
