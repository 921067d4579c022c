import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { openPackets } from './packet-connection.ts'

it('A closed connection gives up its socket, even if the other side reads none of the written bytes', async () => {
  const server = createServer({ pauseOnConnect: true }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const deaf = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1')
  deaf.pause().on('error', () => {})
  const [socket]: Socket[] = await once(server, 'connection')
  if (socket === undefined) throw new Error('There is no connection.')
  let closed = 0
  const onClose = () => {
    closed += 1
  }
  const connection = openPackets(socket, 100, { onPacket: () => {}, onClose })
  // More than the buffers of both systems hold.
  const payload = Buffer.alloc(20_000_000)
  connection.send({ cmd: 'publish', topic: 'x', payload, qos: 0, dup: false, retain: false })
  connection.close()
  expect(closed).toBe(1)
  expect(connection.unsentBytes()).toBeGreaterThan(0)
  await expect.poll(() => socket.closed, { timeout: 15_000 }).toBe(true)
  expect(closed).toBe(1)
  deaf.destroy()
  server.close()
})
