/** MQTT packets over one connection, both ways: sizes are checked before a packet is kept in memory. */
import type { Duplex } from 'node:stream'
import { generate, type Packet, parser } from 'mqtt-packet'

export type PacketConnection = {
  /** Does nothing once it is closed. */
  send(packet: Packet): void
  /** Bytes that the other side has not read yet. */
  unsentBytes(): number
  /** Stops reading: the other side waits. */
  pause(): void
  resume(): void
  /** From now on; the first packets of a stranger are smaller than those of a known client. */
  limit(bytes: number): void
  /** Written packets still arrive. */
  close(): void
}

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
  const end = () => {
    if (!isOpen) return
    isOpen = false
    socket.destroy()
    onClose()
  }
  read.on('packet', packet => {
    if (packet.cmd === 'connect') version = packet.protocolVersion ?? version
    if (isOpen) onPacket(packet)
  })
  read.on('error', end)
  socket.on('data', (bytes: Buffer) => {
    if (!isOpen) return
    if (gauge.pass(bytes)) read.parse(bytes)
    else end()
  })
  socket.on('error', end)
  socket.on('close', end)
  socket.on('end', end)
  return {
    send(packet) {
      if (!isOpen || socket.writableEnded) return
      if (packet.cmd === 'connect') {
        version = packet.protocolVersion ?? version
        // The parser of a client sees no CONNECT, so that it has to be told.
        Object.assign(read, { settings: { protocolVersion: version } })
      }
      socket.write(generate(packet, { protocolVersion: version }))
    },
    unsentBytes: () => socket.writableLength,
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    limit: gauge.limit,
    close() {
      if (!isOpen) return
      isOpen = false
      socket.end(() => socket.destroy())
      onClose()
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
    /** Whether no packet that starts in these bytes is too long. */
    pass(bytes: Buffer): boolean {
      for (let at = 0; at < bytes.length; ) {
        if (rest > 0) {
          const part = Math.min(rest, bytes.length - at)
          rest -= part
          at += part
          continue
        }
        const byte = bytes[at] ?? 0
        at += 1
        read += 1
        if (read === 1) continue
        length += (byte & 127) * 128 ** (read - 2)
        if (length > most || read > 5) return false
        if ((byte & 128) !== 0) continue
        rest = length
        read = 0
        length = 0
      }
      return true
    },
  }
}
