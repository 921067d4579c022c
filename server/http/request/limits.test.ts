import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formBody, sampleFiles } from '#server/testing/multipart-form.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'

/** Sends bytes and returns everything received until the server closes the connection. */
function talk(port: number, send: (socket: Socket) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => send(socket))
    const parts: Buffer[] = []
    socket.on('data', part => parts.push(part))
    socket.on('error', reject)
    socket.on('close', () => resolve(Buffer.concat(parts).toString()))
  })
}

describe('a connection', () => {
  let portal: TestApp
  let port: number
  beforeAll(async () => {
    portal = await openTestApp('sqlite')
    await portal.app.listen({ host: '127.0.0.1', port: 0 })
    // Fastify listens on TCP, which has an address with a port.
    port = (portal.app.server.address() as AddressInfo).port
  })
  afterAll(() => portal.close())

  test.concurrent('that sends its headers too slowly is closed', async () => {
    const answer = await talk(port, socket => socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: '))
    expect(answer).toContain('HTTP/1.1 408 ')
    expect(answer).toContain('"code":"request.timeout"')
  })

  /** Sends the beginning of a JSON body and waits for the server's reaction. */
  const sendSlowly = async () => {
    const [csrf] = (await portal.app.inject('/api/auth/session/')).cookies
    const head = [
      'POST /api/backend/messageForm/ HTTP/1.1',
      'Host: x',
      `Cookie: csrftoken=${csrf?.value}`,
      `X-CSRFToken: ${csrf?.value}`,
      'Content-Type: application/json',
      'Content-Length: 100',
    ]
    return talk(port, socket => socket.write(`${head.join('\r\n')}\r\n\r\n{"email"`))
  }

  test.concurrent('that sends its body too slowly is closed', async () => {
    const answer = await sendSlowly()
    expect(answer).toContain('HTTP/1.1 408 ')
    expect(answer).toContain('"code":"request.timeout"')
  })

  test.concurrent('may take longer than that for a file', async () => {
    const kim = await portal.client('customer')
    await kim.get('/api/auth/session/')
    const { payload, contentType } = formBody([{ name: 'file', fileName: 'a.png', content: sampleFiles.png }])
    const head = [
      'POST /api/backend/files/ HTTP/1.1',
      'Host: x',
      'Connection: close',
      `Cookie: ${[...kim.cookies].map(([name, value]) => `${name}=${value}`).join('; ')}`,
      `X-CSRFToken: ${kim.cookies.get('csrftoken')}`,
      `Content-Type: ${contentType}`,
      `Content-Length: ${payload.length}`,
    ]
    let uploading: Socket | undefined
    const answered = talk(port, socket => {
      uploading = socket
      socket.write(`${head.join('\r\n')}\r\n\r\n`)
      socket.write(payload.subarray(0, 50))
    })
    // Begins after the upload, and is closed before the upload continues.
    expect(await sendSlowly()).toContain('HTTP/1.1 408 ')
    uploading?.write(payload.subarray(50))
    expect(await answered).toContain('HTTP/1.1 201 ')
  })

  test.concurrent('that sends nothing is closed', async () => {
    expect(await talk(port, () => {})).toMatch(/^$|^HTTP\/1\.1 408 /)
  })

  test.concurrent('with headers of more than 8 kB is refused', async () => {
    const answer = await talk(port, socket =>
      socket.write(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(9_000)}\r\n\r\n`),
    )
    expect(answer).toContain('HTTP/1.1 431 ')
  })

  test.concurrent.each([
    ['two lengths of its body', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['two different lengths', 'Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello'],
    ['a broken header', 'Bad Header: x\r\n\r\n'],
    ['two hosts', 'Host: y\r\nConnection: close\r\n\r\n'],
  ])('with %s is refused', async (_, rest) => {
    const answer = await talk(port, socket => socket.write(`POST /api/auth/login/ HTTP/1.1\r\nHost: x\r\n${rest}`))
    expect(answer).toContain('HTTP/1.1 400 ')
    expect(answer).toContain('"code":"request.malformed"')
    expect(answer).toMatch(/^connection: close\r$/im)
  })

  test.concurrent('that is refused before its body has arrived gets one answer and is closed', async () => {
    const answer = await talk(port, socket =>
      socket.write(
        'POST /api/auth/login/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
      ),
    )
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 403'])
    expect(answer).toMatch(/^connection: close\r$/im)
  })

  test.concurrent('is reused after a body that has arrived completely', async () => {
    const answer = await talk(port, socket =>
      socket.write(
        'POST /api/auth/login/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      ),
    )
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 403', 'HTTP/1.1 200'])
  })
})
