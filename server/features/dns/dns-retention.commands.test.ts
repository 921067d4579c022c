import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dnsHistoryDays } from '#contract/limits.ts'
import { dayMs } from '#server/clock.ts'
import { buildCall, buildChange, buildEndpoint, buildHostname } from '#server/testing/build-dns.ts'
import { engines } from '#server/testing/engines.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { removeOldHistory } from './dns-retention.commands.ts'

describe.each(engines)('the history of the DNS updater on %s', engine => {
  let portal: TestApp
  beforeAll(async () => {
    portal = await openTestApp(engine)
  })
  afterAll(() => portal.close())

  test('is kept for its days, and no longer', async () => {
    const { runtime, clock } = portal
    const hostname_id = (await buildHostname(runtime)).id
    const endpoint_id = (await buildEndpoint(runtime)).id
    const build = async () => {
      await buildCall(runtime, { endpoint_id })
      await buildChange(runtime, { hostname_id })
    }
    const left = async () => [
      (await runtime.db.selectFrom('dns_call').select('id').execute()).length,
      (await runtime.db.selectFrom('dns_change').select('id').execute()).length,
    ]
    await build()
    clock.advance(dayMs)
    await build()
    clock.advance((dnsHistoryDays - 1) * dayMs)
    await removeOldHistory(runtime)
    expect(await left()).toEqual([2, 2])
    clock.advance(1)
    await removeOldHistory(runtime)
    expect(await left()).toEqual([1, 1])
  })
})
