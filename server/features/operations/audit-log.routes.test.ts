import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AuditEntry, AuditVerdict } from '#contract/operations.ts'
import { recordAudit } from '#server/audit/record.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildCustomer } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { testContext } from '#server/testing/test-runtime.ts'

const url = '/api/backend/audit-log/'
const check = `${url}verification/`

describe.each(engines)('the audit log on %s', engine => {
  let portal: TestApp
  let anna: LoggedInClient
  let bernd: LoggedInClient
  beforeEach(async () => {
    portal = await openTestApp(engine)
    anna = await portal.loginAs(await buildUser(portal.runtime, { role: 'admin' }))
    bernd = await portal.loginAs(await buildUser(portal.runtime, { role: 'admin' }))
  })
  afterEach(() => portal.close())

  const list = async (query = '') => {
    const { count, results } = (await anna.get(`${url}${query}`)).json<{ count: number; results: AuditEntry[] }>()
    return { count, details: results.map(row => row.details) }
  }
  /** A line as written by a request. */
  const write = async (at: string, details: string, action: 'ticket.updated' | 'faq.updated', { user } = anna) => {
    const actor = {
      kind: 'user',
      userId: user.id,
      username: user.username,
      name: user.username,
      role: 'admin',
    } as const
    const context = testContext(portal.runtime, { ...actor, customerId: null, sessionId: 's', impersonation: null })
    const clock = { now: () => new Date(at) }
    await inTransaction(portal.runtime, trx =>
      recordAudit(trx, { ...context, clock }, { action, subjectKind: 'ticket', subjectId: details, details }),
    )
  }

  it('is filtered by action, actor, time, and combinations', async () => {
    await write('2026-03-01T22:59:59.999Z', 'a', 'ticket.updated')
    // Midnight in Berlin.
    await write('2026-03-01T23:00:00.000Z', 'b', 'faq.updated')
    await write('2026-03-02T12:00:00.000Z', 'c', 'ticket.updated', bernd)
    await write('2026-03-02T22:59:59.999Z', 'd', 'ticket.updated')
    await write('2026-03-02T23:00:00.000Z', 'e', 'ticket.updated')
    expect(await list()).toEqual({ count: 5, details: ['e', 'd', 'c', 'b', 'a'] })
    expect(await list('?action=faq.updated')).toEqual({ count: 1, details: ['b'] })
    expect(await list(`?actor=${bernd.user.id}`)).toEqual({ count: 1, details: ['c'] })
    expect(await list('?from=2026-03-02&to=2026-03-02')).toEqual({ count: 3, details: ['d', 'c', 'b'] })
    expect(await list('?from=2026-03-03')).toEqual({ count: 1, details: ['e'] })
    expect(await list('?to=2026-03-01')).toEqual({ count: 1, details: ['a'] })
    expect(await list('?from=2027-01-01')).toEqual({ count: 0, details: [] })
    expect(await list('?from=2026-03-03&to=2026-03-01')).toEqual({ count: 0, details: [] })
    expect(await list(`?from=2026-03-02&to=2026-03-02&action=ticket.updated&actor=${anna.user.id}`)).toEqual({
      count: 1,
      details: ['d'],
    })
    expect(await list('?subject=d&from=2026-03-02')).toEqual({ count: 1, details: ['d'] })
    expect(await list('?action=ticket.updated&page_size=1&page=2')).toEqual({ count: 4, details: ['d'] })
    const refused = await anna.get(`${url}?action=none&from=2026-02-30&actor=x`)
    expect(
      refused
        .json()
        .errors.map(({ field }: { field: string }) => field)
        .toSorted(),
    ).toEqual(['action', 'actor', 'from'])
  })

  it('of a customer is filtered in the same ways', async () => {
    const { id } = await buildCustomer(portal.runtime)
    const kim = await portal.loginAs(await buildUser(portal.runtime, { customerId: id }))
    await anna.patch(`/api/backend/customer/${id}/`, { company: 'Lund' })
    await anna.post('/api/auth/as-user/', { customerId: id })
    await anna.delete('/api/auth/as-user/')
    const actionsOf = async (query = '') =>
      (await kim.get(`${url}${query}`)).json<{ results: AuditEntry[] }>().results.map(({ action }) => action)
    const all = ['as_user.ended', 'as_user.started', 'customer.updated']
    expect(await actionsOf()).toEqual(all)
    expect(await actionsOf('?action=customer.updated')).toEqual(['customer.updated'])
    expect(await actionsOf('?action=session.started')).toEqual([])
    expect(await actionsOf(`?actor=${anna.user.id}&subject=${id}`)).toEqual(all)
    expect(await actionsOf(`?actor=${bernd.user.id}`)).toEqual([])
    expect(await actionsOf(`?subject=${anna.user.id}`)).toEqual([])
    expect(await actionsOf('?to=2000-01-01')).toEqual([])
    expect((await kim.get(`${url}?action=customer.updated&page_size=1`)).json().count).toBe(1)
  })

  it('is verified part by part, and returns its last line', async () => {
    expect((await anna.get(check)).json()).toEqual({ checkedTo: 0, brokenAt: null, isComplete: true, head: null })
    for (const details of ['a', 'b', 'c']) await write('2026-03-02T12:00:00.000Z', details, 'ticket.updated')
    const whole = (await anna.get(check)).json<AuditVerdict>()
    expect(whole).toMatchObject({ checkedTo: 3, brokenAt: null, isComplete: true, head: { number: 3 } })
    expect(whole.head?.hash).toMatch(/^[0-9a-f]{64}$/)
    expect((await anna.get(`${check}?after=2`)).json()).toEqual(whole)
    expect((await anna.get(`${check}?after=7`)).json()).toMatchObject({ checkedTo: 7, isComplete: true })
    for (const after of ['-1', '2147483648', '9007199254740991']) {
      expect((await anna.get(`${check}?after=${after}`)).statusCode).toBe(422)
    }
  })

  it('shows where it was changed', async () => {
    for (const details of ['a', 'b', 'c']) await write('2026-03-02T12:00:00.000Z', details, 'ticket.updated')
    // An attacker with access to the database.
    const trigger = engine === 'postgres' ? 'audit_entry_no_change on audit_entry' : 'audit_entry_no_update'
    await sql.raw(`drop trigger ${trigger}`).execute(portal.runtime.db)
    await portal.runtime.db.updateTable('audit_entry').set({ details: 'harmlos' }).where('seq', '=', 2).execute()
    expect((await anna.get(check)).json()).toMatchObject({ checkedTo: 1, brokenAt: 2, isComplete: false })
    expect((await anna.get(`${check}?after=1`)).json()).toMatchObject({ checkedTo: 1, brokenAt: 2 })
    // After it the chain continues from the stored line.
    expect((await anna.get(`${check}?after=2`)).json()).toMatchObject({ checkedTo: 3, isComplete: true })
  })
})
