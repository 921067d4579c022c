/** Call limits of visitors and customers: rules over every endpoint. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type BudgetName, budgets } from '#contract/budgets.ts'
import { isWrite } from '#contract/endpoint.ts'
import { dayMs, minuteMs } from '#server/clock.ts'
import { budgetOf } from '#server/http/request/call-budgets.ts'
import { buildUser, testPassword } from '#server/testing/build.ts'
import { buildCustomer, buildEntry, buildTicket } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { endpoints, send, urlOf } from '#server/testing/every-endpoint.ts'
import { openMailboxes } from '#server/testing/mailboxes.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { setUpTotp } from './testing/totp-authenticator.ts'

type Caller = 'visitor' | 'customer'

function countedOn(name: BudgetName, caller: Caller) {
  const admitted = endpoints.filter(({ endpoint: { access } }) => access === 'public' || access === caller)
  return admitted.filter(({ endpoint }) => budgetOf(endpoint, caller) === name)
}

const ofVisitors = (['visits', 'logins', 'links', 'programs'] as const).map(name => [name, 'visitor'] as const)
const ofCustomers = (['changes', 'entries', 'downloads', 'account'] as const).map(name => [name, 'customer'] as const)

test('a loop over many sessions renames no passkey more often than a customer may change anything', () => {
  const rename = endpoints.find(({ name }) => name === 'passkeys.rename')
  expect(rename && budgetOf(rename.endpoint, 'customer')).toBe('changes')
})

test('every write that visitors or customers may call, and every download, counts on a budget', () => {
  const open = endpoints.filter(({ endpoint }) => endpoint.access !== 'admin')
  const counted = open.filter(({ endpoint }) => isWrite(endpoint) || endpoint.download)
  expect(counted.length).toBeGreaterThan(40)
  const ofCustomer = counted.map(({ name, endpoint }) => [name, budgetOf(endpoint, 'customer')] as const)
  expect(ofCustomer.filter(([, budget]) => budget === null)).toEqual([])
  // Only calls that end a session, and public calls, have no daily limit.
  const publicNames = open.filter(({ endpoint }) => endpoint.access === 'public').map(({ name }) => name)
  const ofSession = ofCustomer.filter(([name]) => !publicNames.includes(name) || name === 'accounts.logout')
  const endless = ofSession.filter(([, budget]) => budget !== null && budgets[budget].perDay === null)
  expect(endless.map(([name]) => name)).toEqual([
    'accounts.logout',
    'accounts.revokeSession',
    'accounts.endImpersonation',
  ])
  // A session is charged for calls only it may make; its network for public calls.
  for (const { name, endpoint } of open.filter(each => each.endpoint.access === 'public')) {
    const budget = budgetOf(endpoint, 'customer')
    const payer = budget === null ? null : budgets[budget].of
    expect([name, payer]).toEqual([name, isWrite(endpoint) ? (budget === 'endings' ? 'session' : 'network') : null])
  }
  const ofVisitor = counted.filter(({ endpoint }) => endpoint.access === 'public' && isWrite(endpoint))
  expect(ofVisitor.filter(({ endpoint }) => budgetOf(endpoint, 'visitor') === null)).toEqual([])
})

describe.each(engines)('on %s', engine => {
  let portal: TestApp
  beforeEach(async () => {
    portal = await openTestApp(engine)
  })
  afterEach(() => portal.close())

  const clientOf = (caller: Caller) => (caller === 'visitor' ? portal.visitor() : portal.client('customer'))

  /** Uses up a budget with calls without effect. */
  async function exhaust(client: TestClient, name: BudgetName, caller: Caller) {
    const [first] = countedOn(name, caller)
    if (first === undefined) throw new Error(`Nothing counts on ${name}.`)
    for (let call = 0; call < budgets[name].perMinute; call += 1) await send(client, first.endpoint, { no: 'field' })
  }

  test.each([...ofVisitors, ...ofCustomers])(
    '%s are limited per minute, then 429 until it is over',
    async (name, caller) => {
      const client = await clientOf(caller)
      await exhaust(client, name, caller)
      for (const { name: called, endpoint } of countedOn(name, caller)) {
        const answer = await send(client, endpoint, { no: 'field' })
        expect([called, answer.statusCode, answer.json().code]).toEqual([called, 429, 'throttled'])
        expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60)
      }
      portal.clock.advance(minuteMs)
      const answers = countedOn(name, caller).map(({ endpoint }) => send(client, endpoint, { no: 'field' }))
      // Logins have a throttle of their own.
      expect((await Promise.all(answers)).some(({ statusCode }) => statusCode !== 429)).toBe(true)
    },
  )

  test('a used-up budget does not affect others, or admins', async () => {
    const { customerId } = await buildUser(portal.runtime)
    const [kim, colleague] = await Promise.all(
      [1, 2].map(async () => portal.loginAs(await buildUser(portal.runtime, { customerId }))),
    )
    if (!kim || !colleague) throw new Error('Nobody is there.')
    await exhaust(kim, 'changes', 'customer')
    const change = (client: TestClient) => client.patch('/api/backend/user-settings/', { phone: '+49 30 1' })
    // One customer, with any number of users.
    expect((await change(colleague)).statusCode).toBe(429)
    expect((await change(await portal.client('customer'))).statusCode).toBe(200)
    expect((await change(await portal.client('admin'))).statusCode).not.toBe(429)
    // The own account can still be secured.
    const { results } = (await kim.get('/api/auth/sessions/')).json()
    expect((await kim.delete(`/api/auth/sessions/${results[0].id}/`)).statusCode).toBe(204)
  })

  test('a network that has used up its visits leaves them to others', async () => {
    const client = portal.visitor()
    await exhaust(client, 'visits', 'visitor')
    const [visit] = countedOn('visits', 'visitor')
    if (visit === undefined) throw new Error('Nothing counts on visits.')
    const { method } = visit.endpoint
    const ask = (from: object = {}) => client.send(method, urlOf(visit.endpoint), { body: { no: 'field' }, ...from })
    expect((await ask()).statusCode).toBe(429)
    expect((await ask({ remoteAddress: '203.0.113.7' })).statusCode).toBe(422)
  })

  test('a subscriber with many networks of IPv6 has five times the visits of one, and leaves them to others', async () => {
    const client = portal.visitor()
    const [visit] = countedOn('visits', 'visitor')
    if (visit === undefined) throw new Error('Nothing counts on visits.')
    const ask = (remoteAddress: string) =>
      client.send(visit.endpoint.method, urlOf(visit.endpoint), { body: { no: 'field' }, remoteAddress })
    for (let call = 0; call < 5 * budgets.visits.perMinute; call += 1) {
      expect((await ask(`2001:db8:1:${call.toString(16)}::1`)).statusCode).toBe(422)
    }
    expect((await ask('2001:db8:1:ffff::1')).statusCode).toBe(429)
    expect((await ask('2001:db8:2:1::1')).statusCode).toBe(422)
  })

  test('the own account has a limit per user and day, in any number of sessions; ending them always works', async () => {
    const user = await buildUser(portal.runtime)
    const other = await portal.loginAs(await buildUser(portal.runtime, { customerId: user.customerId }))
    const cancel = (client: TestClient) => client.delete('/api/backend/user-settings/email-change/')
    expect((await cancel(await portal.loginAs(user))).statusCode).toBe(200)
    const { perUserDay } = budgets.account
    const key = `budget:account:user:${user.id}`
    const leftOne = { failures: perUserDay - 1 }
    const { numUpdatedRows } = await portal.runtime.db
      .updateTable('throttle')
      .set(leftOne)
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    expect(Number(numUpdatedRows)).toBe(1)
    expect((await cancel(await portal.loginAs(user))).statusCode).toBe(200)
    const late = await portal.loginAs(user)
    const answer = await cancel(late)
    expect([answer.statusCode, answer.json().code]).toEqual([429, 'budget.used_up'])
    expect(answer.json().title).toMatch(/^[A-ZÄÖÜ].*\.$/)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(60)
    expect((await cancel(other)).statusCode).toBe(200)
    const { results } = (await late.get('/api/auth/sessions/')).json()
    expect((await late.delete(`/api/auth/sessions/${results.at(-1).id}/`)).statusCode).toBe(204)
    portal.clock.advance(dayMs)
    expect((await cancel(await portal.loginAs(user))).statusCode).toBe(200)
  })

  test('cheap calls of a shared network block nobody from the login', async () => {
    const client = portal.visitor()
    await exhaust(client, 'visits', 'visitor')
    const { username } = await buildUser(portal.runtime)
    const answer = await client.post('/api/auth/login/', { username, password: testPassword })
    expect(answer.statusCode).toBe(200)
  })

  test('noise of a shared network blocks nobody from an account recovery link', async () => {
    const { runtime } = portal
    const user = await buildUser(runtime, { email: 'kim@example.org' })
    const noise = portal.visitor()
    await exhaust(noise, 'visits', 'visitor')
    const paths = ['user-settings/confirmation-link', 'user-settings/confirmation'].map(path => `/api/backend/${path}/`)
    for (const path of [...paths, '/api/auth/password-link/', '/api/auth/password-set/']) {
      const more = path.endsWith('-set/') ? { password: 'Zimtstern-Feder-3' } : {}
      const guess = () => noise.post(path, { token: 'x'.repeat(40), ...more })
      for (let at = 0; at < 31; at += 1) await guess()
      expect((await guess()).statusCode).toBe(429)
    }
    const reset = await noise.post('/api/auth/password-reset/', { email: 'kim@example.org' })
    expect(reset.statusCode).toBe(204)

    await setUpTotp(portal, await portal.loginAs(user))
    const { token } = await newestLink('bestaetigen')
    for (const path of paths) expect((await noise.post(path, { token })).statusCode).toBeLessThan(300)
    const link = await newestLink('passwort-setzen')
    expect((await noise.post('/api/auth/password-link/', link)).statusCode).toBe(200)
    const body = { ...link, password: 'Zimtstern-Feder-3' }
    expect((await noise.post('/api/auth/password-set/', body)).statusCode).toBe(204)
  })

  async function newestLink(page: string): Promise<{ token: string | undefined }> {
    const mailboxes = openMailboxes(portal.runtime)
    await mailboxes.deliver()
    return { token: mailboxes.of('kim@example.org', page)[0]?.token }
  }

  test("a stolen session does not use up the owner's calls for securing the account", async () => {
    const user = await buildUser(portal.runtime)
    const thief = await portal.loginAs(user)
    const open = endpoints.filter(({ endpoint }) => endpoint.access !== 'admin' && isWrite(endpoint))
    for (const [name] of ofCustomers) await exhaust(thief, name, 'customer')
    await exhaust(thief, 'visits', 'visitor')
    await exhaust(thief, 'logins', 'visitor')
    await exhaust(thief, 'links', 'visitor')

    const owner = await portal.loginAs(user)
    for (const { name, endpoint } of open) {
      const isOfAccount = endpoint.access === 'public' || endpoint.path.startsWith('/api/auth/')
      // Renaming a passkey does not secure an account: it counts as a change of the customer, in all sessions.
      if (!isOfAccount || ['accounts.logout', 'passkeys.rename'].includes(name)) continue
      const answer = await owner.send(endpoint.method, urlOf(endpoint), { body: {}, remoteAddress: '203.0.113.7' })
      expect(answer.statusCode, name).not.toBe(429)
    }
  })

  test('effective writes count for the day: lines of the audit log by changes in a loop, entries', async () => {
    const { runtime } = portal
    const customer = await buildCustomer(runtime)
    const ticket = await buildTicket(runtime, { customer_id: customer.id })
    await buildEntry(runtime, { ticket_id: ticket.id })
    const user = await buildUser(runtime, { customerId: customer.id })
    for (const name of ['changes', 'entries'] as const) {
      const kim = await portal.loginAs(user)
      const spend = {
        changes: (at: number) => kim.patch(`/api/backend/tickets/${ticket.id}/`, { budget: at }),
        entries: (at: number) =>
          kim.post('/api/backend/ticket-entries/', { ticketId: ticket.id, name: `Wunsch ${at}` }),
      }
      const key = `budget:${name}:${customer.id}`
      const leave = async (left: number) => {
        const failures = budgets[name].perDay - left
        await runtime.db.updateTable('throttle').set({ failures }).where('key', '=', key).execute()
      }
      expect((await spend[name](1)).statusCode).toBeLessThan(300)
      await leave(1)
      // Calls without effect cost nothing.
      expect((await kim.patch(`/api/backend/tickets/${ticket.id}/`, { name: 'x' })).statusCode).toBe(422)
      expect((await spend[name](2)).statusCode).toBeLessThan(300)
      const before = await countAudit()
      const answer = await spend[name](3)
      expect([answer.statusCode, answer.json().code]).toEqual([429, 'budget.used_up'])
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(60)
      expect(await countAudit()).toBe(before)
      portal.clock.advance(dayMs)
      const tomorrow = await portal.loginAs(user)
      const path = `/api/backend/tickets/${ticket.id}/`
      expect((await tomorrow.patch(path, { budget: 7 })).statusCode).toBe(200)
    }
  })

  async function countAudit(): Promise<number> {
    return (await portal.runtime.db.selectFrom('audit_entry').select('seq').execute()).length
  }
})
