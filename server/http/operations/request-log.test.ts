import { afterAll, describe, expect, test } from 'vitest'
import { id, openLamps } from '#server/testing/sample-server.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const { app, browser, close, log } = await openLamps()
afterAll(close)

describe('the HTTP server', () => {
  test('a log line stays one line with its fields, for any input', async () => {
    log.length = 0
    const forged = 'x\r\n{"level":30,"msg":"forged"}'
    await app.inject({ url: `/api/lamps/${encodeURIComponent(forged)}/?${encodeURIComponent(forged)}=1` })
    await app.inject({ url: `/${encodeURIComponent(forged)}`, headers: { 'user-agent': '{"msg":"forged"}' } })
    await (await browser()).post(`/api/lamps/${id}/explosion/`)
    expect(log.length).toBeGreaterThanOrEqual(4)
    for (const text of log) {
      expect(text.trimEnd().split('\n')).toHaveLength(1)
      expect(JSON.parse(text).msg).not.toBe('forged')
    }
    log.length = 0
  })
})

describe('the client address of a request', () => {
  test.each([
    ['198.51.100.4', '198.51.100.4'],
    ['198.51.100.4:4711', '198.51.100.4'],
    ['[2001:db8::7]:4711', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['2001:db8::7', '2001:db8::7'],
    ['unknown', '127.0.0.1'],
    ['198.51.100.4, _hidden', '127.0.0.1'],
  ])('by a trusted proxy that states %s is %s', async (stated, address) => {
    const log: string[] = []
    const portal = await openTestApp('sqlite', {
      env: { TRUSTED_PROXIES: '127.0.0.1' },
      onLog: text => log.push(text),
    })
    await portal.app.inject({ url: '/api/nothing/', headers: { 'x-forwarded-for': stated } })
    expect(log.map(text => JSON.parse(text))).toContainEqual(expect.objectContaining({ status: 404, address }))
    await portal.close()
  })
})
