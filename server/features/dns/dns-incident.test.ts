/** One mail per incident of a domain, and one when it is over, to customer and business. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoProfile } from '#demo/demo-profile.ts'
import { dayMs, minuteMs } from '#server/clock.ts'
import { buildUser } from '#server/testing/build.ts'
import { openDnsDesk } from '#server/testing/dns-desk.ts'
import { engines } from '#server/testing/engines.ts'
import { powerDnsKey, startPowerDns } from '#server/testing/name-servers.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { reconcileDueDomains } from './dns-reconciliation.commands.ts'

let pdns: Awaited<ReturnType<typeof startPowerDns>>
beforeAll(async () => {
  pdns = await startPowerDns()
})
afterAll(() => pdns.stop())

test.each(engines)('on %s', async engine => {
  const portal = await openTestApp(engine, {
    env: { OUTGOING_ALLOW: `127.0.0.1:${pdns.port}, ${new URL(pdns.api).host}` },
  })
  try {
    await (await portal.client('admin')).put('/api/backend/business-profile/', demoProfile)
    const desk = await openDnsDesk(portal.runtime, pdns)
    const email = 'kundin@example.org'
    await buildUser(portal.runtime, { customerId: desk.customerId, email })
    const rows = [await desk.addHostname('home', 'A'), await desk.addHostname('nas', 'A')]
    await desk.addEndpoint(rows)
    const call = async (myip: string) => {
      const url = `/nic/update?myip=${myip}`
      return (await portal.app.inject({ method: 'GET', url, headers: { authorization: desk.authorization } })).body
    }
    const pass = async (ms: number) => {
      portal.clock.advance(ms)
      await reconcileDueDomains(portal.runtime)
    }
    const mails = async () => {
      const query = portal.runtime.db.selectFrom('outbox_mail').select(['kind', 'recipient', 'text'])
      return query.where('kind', 'like', 'dns_%').orderBy('id').execute()
    }
    const sent = async () => (await mails()).map(({ kind, recipient }) => [kind, recipient])
    const [toCustomer, toBusiness] = [(kind: string) => [kind, email], (kind: string) => [kind, demoProfile.email]]

    await desk.setKey('widerrufen')
    expect(await call('9.9.9.1')).toBe('dnserr\ndnserr')
    const began = [toCustomer('dns_failing'), toBusiness('dns_failing')]
    expect((await sent()).toSorted()).toEqual(began.toSorted())
    const [first] = await mails()
    expect(first?.text).toContain(`home.${desk.zone} (A), nas.${desk.zone} (A)`)
    expect(first?.text).not.toContain('widerrufen')
    // Neither more reports nor daily attempts write again.
    await call('9.9.9.2')
    for (const pause of [minuteMs, dayMs + minuteMs, dayMs + minuteMs]) await pass(pause)
    expect(await sent()).toHaveLength(2)

    await desk.setKey(powerDnsKey)
    await pass(dayMs + minuteMs)
    await pass(5_000)
    const ended = [toCustomer('dns_recovered'), toBusiness('dns_recovered')]
    expect((await sent()).toSorted()).toEqual([...began, ...ended].toSorted())

    // Another incident is another mail.
    await desk.setKey('wieder widerrufen')
    await call('9.9.9.3')
    expect(await sent()).toHaveLength(6)

    // It is not over while a value of somebody else waits for a decision.
    await desk.writeBehind('nas', ['8.8.8.8', '8.8.4.4'])
    await desk.setKey(powerDnsKey)
    await pass(dayMs + minuteMs)
    await pass(5_000)
    const states = async () => (await Promise.all(rows.map(({ id }) => desk.rowOf(id)))).map(({ state }) => state)
    expect(await states()).toEqual(['current', 'differs'])
    expect(await sent()).toHaveLength(6)
    await desk.writeBehind('nas', ['9.9.9.3'])
    await pass(dayMs + minuteMs)
    await pass(5_000)
    expect(await states()).toEqual(['current', 'current'])
    expect(await sent()).toHaveLength(8)
  } finally {
    await portal.close()
  }
})
