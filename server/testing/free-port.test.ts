import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from './free-port.ts'

test('a port is given once, and never one that a server listens on or that the system assigns on its own', async () => {
  const port = await freePort()
  const listening = createServer().listen(port, '127.0.0.1')
  await once(listening, 'listening')
  try {
    const others = []
    // More than a round.
    for (let calls = 0; calls < 320; calls += 1) others.push(await freePort())
    expect(others).not.toContain(port)
    expect(new Set(others.slice(0, 250)).size).toBe(250)
    expect(Math.min(...others)).toBeGreaterThan(10_080)
    expect(Math.max(...others)).toBeLessThan(32_768)
  } finally {
    listening.close()
  }
})
