import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minuteMs } from '#server/clock.ts'
import { engines } from '#server/testing/engines.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'

describe.each(engines)('health on %s', engine => {
  let portal: TestApp
  beforeAll(async () => {
    portal = await openTestApp(engine)
  })
  afterAll(() => portal.app.close())

  test('a server that can write is ready', async () => {
    expect((await portal.app.inject('/healthz')).statusCode).toBe(200)
    expect((await portal.app.inject('/readyz')).json()).toEqual({ status: 'ok' })
  })

  test('one that is about to stop is alive but not ready', async () => {
    portal.readiness.isStopping = true
    expect((await portal.app.inject('/healthz')).statusCode).toBe(200)
    expect((await portal.app.inject('/readyz')).statusCode).toBe(503)
    portal.readiness.isStopping = false
  })

  test('one whose database is unavailable is alive but not ready', async () => {
    await portal.database.close()
    portal.clock.advance(minuteMs)
    expect((await portal.app.inject('/healthz')).statusCode).toBe(200)
    expect((await portal.app.inject('/readyz')).json()).toEqual({ status: 'database' })
  })
})
