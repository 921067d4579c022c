import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makePostgresDatabase } from './testing/engines.ts'
import { killRunning, setUp, setUpLink, startServer, stop } from './testing/processes.ts'

afterEach(killRunning)

/** Logs into the demo; returns the cookies. */
async function logIn(origin: string): Promise<string> {
  const first = await fetch(`${origin}/api/auth/session/`)
  const csrf = pairsOf(first)
  const token = decodeURIComponent(csrf.split('=')[1] ?? '')
  const answer = await fetch(`${origin}/api/auth/login/`, {
    method: 'POST',
    headers: { cookie: csrf, 'x-csrftoken': token, 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'demo-kunde', password: 'Sonnenstrom-2026' }),
  })
  expect(answer.status).toBe(200)
  return pairsOf(answer)
}

function pairsOf({ headers }: Response): string {
  return headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0])
    .join('; ')
}

describe('the process', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-main-'))
  const env = { DATA_DIR: dataDir }
  afterAll(() => rmSync(dataDir, { recursive: true }))

  test('prints its address and the set-up link at each start, until the set-up is done', async () => {
    const first = await startServer(env)
    expect(setUpLink(first)?.[0]).toContain(first.url)
    expect(await stop(first)).toBe(0)
    const second = await startServer(env)
    expect(setUpLink(second)?.[1]).not.toBe(setUpLink(first)?.[1])

    expect(await setUp(second)).toBe(201)
    expect(await stop(second, 'SIGINT')).toBe(0)
    const third = await startServer(env)
    expect(third.output()).not.toContain('einrichten')
    expect(await stop(third)).toBe(0)
  })

  test('running requests are answered before it ends, and no new ones are taken', async () => {
    const server = await startServer(env)
    let isStopping = false
    const statuses: (number | 'refused' | 'broken')[] = []
    const client = async () => {
      for (;;) {
        const answer = await fetch(`${server.url}/api/backend/customer/`).then(
          response => response.text().then(() => response.status),
          (error: { cause?: { code?: string } }) => (error.cause?.code === 'ECONNREFUSED' ? 'refused' : 'broken'),
        )
        statuses.push(answer)
        if (answer !== 200) return
        if (statuses.length > 100 && !isStopping) {
          isStopping = true
          server.process.kill('SIGTERM')
        }
      }
    }
    await Promise.all([client(), client(), client()])
    expect(await server.exit).toBe(0)
    expect(statuses.filter(status => status === 200).length).toBeGreaterThan(100)
    // A request at the very end may be refused a connection; nobody gets a broken answer.
    expect(statuses.filter(status => typeof status === 'number' && status !== 200)).toEqual([])
  })

  test('its log is one JSON object a line with the time in UTC', async () => {
    const server = await startServer({ ...env, LOG_LEVEL: 'info' })
    await fetch(`${server.url}/api/backend/customer/`)
    expect(await stop(server)).toBe(0)
    const lines = server
      .output()
      .split('\n')
      .filter(line => line.includes('"requestId"'))
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) expect(JSON.parse(line).time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  test('serves metrics only where a port is set, on that port alone', async () => {
    const quiet = await startServer(env)
    expect(quiet.output()).not.toContain('Metrics are at')
    expect(await stop(quiet)).toBe(0)

    const server = await startServer({ ...env, METRICS_PORT: '0' })
    const metricsUrl = /Metrics are at (http:\/\/127\.0\.0\.1:\d+\/metrics)/.exec(server.output())?.[1] ?? ''
    await fetch(`${server.url}/healthz`)
    const answer = await fetch(metricsUrl)
    expect(answer.headers.get('content-type')).toContain('text/plain')
    expect(await answer.text()).toContain('route="/healthz",method="GET",status="2xx"} 1')
    expect((await fetch(metricsUrl.replace('/metrics', '/healthz'))).status).toBe(404)
    expect((await fetch(metricsUrl, { method: 'POST' })).status).toBe(404)
    expect(await (await fetch(`${server.url}/metrics`)).text()).not.toContain('portal_')

    const other = await startServer({ DATA_DIR: join(dataDir, 'other'), METRICS_PORT: new URL(metricsUrl).port })
    expect(await other.exit).toBe(1)
    expect(other.output()).toMatch(/^The metrics cannot be had at METRICS_HOST 127\.0\.0\.1 .+EADDRINUSE/m)
    expect(await stop(server)).toBe(0)
  })

  test('ends although nobody reads its log, and keeps answering until then', async () => {
    const server = await startServer({ ...env, LOG_LEVEL: 'debug' })
    server.process.stdout?.pause()
    // More than a pipe (64 KiB) and the paused stream hold.
    for (const _ of Array(20)) {
      const calls = Array.from({ length: 50 }, () => fetch(`${server.url}/healthz?${'x'.repeat(1_000)}`))
      for (const answer of await Promise.all(calls)) expect(answer.status).toBe(200)
    }
    expect(await stop(server)).toBe(0)
  })

  test('a second signal ends it at once', async () => {
    const server = await startServer(env)
    // A connection in the middle of a request delays the graceful end.
    const { port } = new URL(server.url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.write('POST /api/auth/login/ HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n')
    await fetch(`${server.url}/healthz`)
    server.process.kill('SIGTERM')
    while (
      await fetch(`${server.url}/healthz`).then(
        () => true,
        () => false,
      )
    );
    server.process.kill('SIGTERM')
    expect(await server.exit).toBe(1)
    socket.destroy()
  })

  test('a port in use is reported in one sentence', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const server = await startServer({ ...env, PORT: String(port) })
    expect(await server.exit).toBe(1)
    expect(server.output()).toContain('Another program already listens on this port.')
    expect(server.output()).not.toContain('    at ')
    other.close()
  })

  test.each([
    [{ PORT: 'many' }, 'PORT must be'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be'],
    [{ HOST: 'nowhere.invalid' }, 'HOST is a name that leads to no address'],
    [{ HOST: '192.0.2.1' }, 'HOST is no address of this machine'],
    [{ DATA_DIR: '/dev/null' }, 'cannot be made or read'],
    [{ DEMO: '1' }, 'DATA_DIR holds other data'],
  ])('the configuration %j is refused in one sentence', async (wrong, sentence) => {
    const server = await startServer({ ...env, ...wrong })
    expect(await server.exit).toBe(1)
    expect(server.output()).toContain(sentence)
    expect(server.output().trim().split('\n')).toHaveLength(1)
  })

  test('the demo fills an empty database and prints its logins', async () => {
    const demoDir = mkdtempSync(join(tmpdir(), 'portal-demo-'))
    const server = await startServer({ DATA_DIR: demoDir, DEMO: '1' })
    expect(server.output()).toMatch(/demo-admin.*demo-kunde.*demo-neu.*Sonnenstrom-2026/)
    expect(server.output()).not.toContain('einrichten')
    const profile = await fetch(`${server.url}/api/backend/business-profile/`)
    expect(await profile.json()).toMatchObject({ companyName: expect.stringContaining('Musterwerk') })
    expect(await stop(server)).toBe(0)
    const again = await startServer({ DATA_DIR: demoDir, DEMO: '1' })
    expect(again.output()).toContain('is running at')
    expect(await stop(again)).toBe(0)
    rmSync(demoDir, { recursive: true })
  })

  test('the demo writes nothing into a folder that holds something else', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-other-'))
    writeFileSync(join(folder, 'Steuer 2026.txt'), 'not ours')
    const server = await startServer({ DATA_DIR: folder, DEMO: '1' })
    expect(await server.exit).toBe(1)
    expect(server.output()).toContain('DATA_DIR holds other data')
    expect(readdirSync(folder)).toEqual(['Steuer 2026.txt'])
    rmSync(folder, { recursive: true })
  })

  test('an open event stream ends cleanly with the process, and does not delay it', async () => {
    const demoDir = mkdtempSync(join(tmpdir(), 'portal-demo-'))
    const server = await startServer({ DATA_DIR: demoDir, DEMO: '1' })
    const stream = await fetch(`${server.url}/api/events/`, { headers: { cookie: await logIn(server.url) } })
    expect(stream.status).toBe(200)
    const [text, exit] = await Promise.all([stream.text(), stop(server)])
    // A truncated answer would be an error.
    expect(text).toContain('event: ready')
    expect(exit).toBe(0)
    rmSync(demoDir, { recursive: true })
  })

  test('a damaged keys file is refused in one sentence', async () => {
    const keysFile = join(dataDir, 'damaged-keys')
    writeFileSync(keysFile, 'nonsense\n', { mode: 0o600 })
    const server = await startServer({ ...env, KEYS_FILE: keysFile })
    expect(await server.exit).toBe(1)
    expect(server.output()).toContain('keys file')
    expect(server.output()).not.toContain('nonsense')
  })
})

describe('on PostgreSQL', () => {
  let database: Awaited<ReturnType<typeof makePostgresDatabase>>
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-main-'))
  beforeAll(async () => {
    database = await makePostgresDatabase()
  })
  afterAll(async () => {
    await database.drop()
    rmSync(dataDir, { recursive: true })
  })

  test('two instances start at once on an empty database, serve, and end cleanly', async () => {
    const env = { DATA_DIR: dataDir, DATABASE_URL: database.url }
    const servers = await Promise.all([startServer(env), startServer(env)])
    for (const server of servers) {
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
      expect(await stop(server)).toBe(0)
    }
  })

  test('a server that does not answer is reported in one sentence', async () => {
    const silent = createTcpServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    await new Promise(resolve => silent.close(resolve))
    const server = await startServer({ DATA_DIR: dataDir, DATABASE_URL: `postgres://x:geheim@127.0.0.1:${port}/x` })
    expect(await server.exit).toBe(1)
    expect(server.output()).toContain('does not answer')
    expect(server.output()).not.toContain('geheim')
  })
})
