/** TCP ports of loopback for servers that start a moment later. */
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ports that systems assign on their own (by default Linux from 32768, RFC 6335 from 49152): a connection or
 * another test would get the same one before its server listens. Above 10080, which browsers refuse.
 */
const firstPort = 11_000
const portsPerWorker = 300
/** Vitest numbers its parallel workers from 1; other processes have no number. */
const worker = Number(process.env.VITEST_POOL_ID ?? 0) % 70
/** Other runs on the machine, which number their workers alike, begin elsewhere. */
let next = process.pid

/** A TCP port that nothing listens on and that no other worker of this run gets; the same one again only after a round. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < portsPerWorker; tries += 1) {
    const port = firstPort + worker * portsPerWorker + (next % portsPerWorker)
    next += 1
    if (await isFree(port)) return port
  }
  throw new Error(`All ${portsPerWorker} ports of worker ${worker} are in use.`)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
