import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { UserActor } from '#server/auth/actor.ts'
import type { OpenedDatabase } from '#server/database/open.ts'
import type { AuditEntryTable } from '#server/database/platform-tables.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { engines, openTestDatabase } from '#server/testing/engines.ts'
import { program, type TestRuntime, testContext, testRuntime } from '#server/testing/test-runtime.ts'
import { type AuditLine, recordAudit } from './record.ts'
import { findAuditHead, verifyAudit } from './verify-audit.ts'

const admin: UserActor = {
  kind: 'user',
  userId: 'admin-id',
  username: 'admin',
  name: 'Anna Admin',
  role: 'admin',
  customerId: null,
  sessionId: 'session-id',
  impersonation: null,
}
const line: AuditLine = {
  action: 'ticket.created',
  subjectKind: 'ticket',
  subjectId: 'ticket-id',
  details: 'name, progress',
}

describe.each(engines)('on %s', engine => {
  let database: OpenedDatabase
  let runtime: TestRuntime

  beforeEach(async () => {
    database = await openTestDatabase(engine)
    runtime = testRuntime(database)
  })
  afterEach(() => database.close())

  const record = (actor = program as Parameters<typeof testContext>[1]) =>
    inTransaction(runtime, trx => recordAudit(trx, testContext(runtime, actor), line))
  const entries = () => database.db.selectFrom('audit_entry').selectAll().orderBy('seq').execute()

  test('a line records who did what to which thing, when and from where', async () => {
    await record(admin)
    expect(await entries()).toEqual([
      {
        seq: 1,
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        at: '2026-03-02T09:00:00.000Z',
        actor_user_id: 'admin-id',
        actor_name: 'Anna Admin',
        as_customer_id: null,
        as_customer_name: '',
        address: '192.0.2.7',
        action: 'ticket.created',
        subject_kind: 'ticket',
        subject_id: 'ticket-id',
        details: 'name, progress',
        previous_hash: '0'.repeat(64),
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ])
  })

  test('an impersonating admin is named, the customer is recorded by id', async () => {
    const impersonation = { customerId: 'customer-id', customerName: 'Größl GmbH', until: '2026-03-02T10:00:00.000Z' }
    await record({ ...admin, impersonation })
    expect(await entries()).toEqual([
      expect.objectContaining({
        actor_user_id: 'admin-id',
        actor_name: 'Anna Admin',
        as_customer_id: 'customer-id',
        as_customer_name: '',
      }),
    ])
  })

  test('a customer’s user is recorded without a name', async () => {
    await record({ ...admin, role: 'customer', name: 'Kim Größl', username: 'kim' })
    expect(JSON.stringify(await entries())).not.toMatch(/kim|Größl/i)
    expect(await entries()).toEqual([expect.objectContaining({ actor_user_id: 'admin-id', actor_name: '' })])
  })

  test('a visitor has no name, the program its own', async () => {
    await record({ kind: 'visitor' })
    await record(program)
    expect((await entries()).map(entry => [entry.actor_user_id, entry.actor_name])).toEqual([
      [null, ''],
      [null, 'test'],
    ])
  })

  test('lines written at the same time form one chain without gaps', async () => {
    await Promise.all(Array.from({ length: 30 }, () => record(admin)))
    const rows = await entries()
    expect(rows.map(row => row.seq)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1))
    expect(rows.slice(1).map(row => row.previous_hash)).toEqual(rows.slice(0, -1).map(row => row.hash))
    const last = rows.at(-1)
    expect(await verifyAudit(database.db)).toEqual({
      ok: true,
      entries: 30,
      head: { seq: 30, hash: last?.hash },
      brokenAtSeq: null,
    })
    expect(await findAuditHead(database.db)).toEqual({ seq: 30, hash: last?.hash })
  })

  test('half a surrogate pair in a text does not break the chain', async () => {
    await inTransaction(runtime, trx =>
      recordAudit(trx, testContext(runtime), { ...line, details: 'x\ud800y', subjectId: '\udc00' }),
    )
    expect(await verifyAudit(database.db)).toMatchObject({ ok: true, entries: 1 })
    expect((await entries())[0]?.details).toBe('x\ufffdy')
  })

  test('a rollback leaves no line', async () => {
    await expect(
      inTransaction(runtime, async trx => {
        await recordAudit(trx, testContext(runtime), line)
        throw new Error('rolled back')
      }),
    ).rejects.toThrow()
    expect(await verifyAudit(database.db)).toEqual({ ok: true, entries: 0, head: null, brokenAtSeq: null })
  })

  test('a log longer than one batch is verified to its end', async () => {
    await inTransaction(runtime, async trx => {
      for (let written = 0; written < 2_001; written += 1) await recordAudit(trx, testContext(runtime), line)
    })
    expect(await verifyAudit(database.db)).toMatchObject({ ok: true, entries: 2_001 })
  })

  describe('changes with disabled triggers are detected', () => {
    beforeEach(async () => {
      for (let written = 0; written < 5; written += 1) await record(admin)
      const triggers =
        engine === 'sqlite'
          ? ['drop trigger audit_entry_no_update', 'drop trigger audit_entry_no_delete']
          : ['drop trigger audit_entry_no_change on audit_entry']
      for (const statement of triggers) await sql.raw(statement).execute(database.db)
    })

    const fields: Partial<AuditEntryTable>[] = [
      { details: 'nothing' },
      { actor_name: 'Somebody else' },
      { actor_user_id: null },
      { as_customer_id: 'x' },
      { at: '2026-03-02T09:00:00.001Z' },
      { hash: '0'.repeat(64) },
      { previous_hash: '1'.repeat(64) },
      { id: 'other' },
      { address: '' },
      { subject_id: 'other' },
    ]
    test.each(fields)('when a line is changed: %j', async change => {
      await database.db.updateTable('audit_entry').set(change).where('seq', '=', 3).execute()
      expect(await verifyAudit(database.db)).toMatchObject({ ok: false, brokenAtSeq: 3, entries: 2 })
    })

    test('when a line is removed', async () => {
      await database.db.deleteFrom('audit_entry').where('seq', '=', 2).execute()
      expect(await verifyAudit(database.db)).toMatchObject({ ok: false, brokenAtSeq: 3 })
    })

    test('when the first line is removed', async () => {
      await database.db.deleteFrom('audit_entry').where('seq', '=', 1).execute()
      expect(await verifyAudit(database.db)).toMatchObject({ ok: false, brokenAtSeq: 2, entries: 0 })
    })

    test('when the last lines are removed, given a head recorded before', async () => {
      const noted = await findAuditHead(database.db)
      await database.db.deleteFrom('audit_entry').where('seq', '>', 3).execute()
      const verdict = await verifyAudit(database.db)
      expect(verdict.ok).toBe(true)
      expect(verdict.head).not.toEqual(noted)
    })
  })
})
