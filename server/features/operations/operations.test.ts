import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { recordAudit } from '#server/audit/record.ts'
import { verifyAudit } from '#server/audit/verify-audit.ts'
import type { Actor } from '#server/auth/actor.ts'
import { scopeOf } from '#server/auth/scope.ts'
import { hourMs } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import type { OpenedDatabase } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { byPortal } from '#server/mail/budget.ts'
import { enqueueMail } from '#server/mail/outbox.ts'
import { openSmtp } from '#server/mail/smtp.ts'
import { deliverNextMail } from '#server/mail/worker.ts'
import { engines, openTestDatabase } from '#server/testing/engines.ts'
import { openSmtpSink } from '#server/testing/smtp-sink.ts'
import { type TestRuntime, testContext, testRuntime } from '#server/testing/test-runtime.ts'
import { presentAuditEntry } from './audit-log.present.ts'
import { listAuditEntries } from './audit-log.queries.ts'
import { retryMail } from './outbox.commands.ts'
import { presentListedMail, presentMail } from './outbox.present.ts'
import { getMail, listMails } from './outbox.queries.ts'

const admin: Actor = {
  kind: 'user',
  userId: 'admin-id',
  username: 'admin',
  name: 'Anna Admin',
  role: 'admin',
  customerId: null,
  sessionId: 'session-id',
  impersonation: null,
}
const others: [string, Actor][] = [
  ['a visitor', { kind: 'visitor' }],
  ['a customer', { ...admin, role: 'customer', customerId: 'customer-id' }],
  ['an admin who looks as a customer', { ...admin, impersonation: { customerId: 'c', customerName: 'C', until: '' } }],
]
const all = scopeOf(admin)
const firstPage = { page: 1, page_size: 25 }

describe.each(engines)('on %s', engine => {
  let database: OpenedDatabase
  let runtime: TestRuntime
  let operator: Context

  beforeEach(async () => {
    database = await openTestDatabase(engine)
    runtime = testRuntime(database)
    operator = testContext(runtime)
  })
  afterEach(() => database.close())

  const enqueue = (subject: string) =>
    inTransaction(runtime, trx =>
      enqueueMail(trx, byPortal(runtime), {
        kind: 'newsletter_test',
        about: null,
        to: 'kunde@example.org',
        subject,
        text: `Text: ${subject}`,
        html: `<p>${subject}</p>`,
      }),
    )
  const mails = async () => (await listMails(database.db, all, firstPage)).rows
  const newest = async () => (await mails())[0]?.id ?? ''
  const setState = (state: 'waiting' | 'sent' | 'failed', attempts: number) =>
    database.db.updateTable('outbox_mail').set({ state, attempts }).execute()

  test('mails are listed newest first, page by page, all or those in one state', async () => {
    for (const subject of ['erste', 'zweite', 'dritte']) {
      await enqueue(subject)
      runtime.pass(1_000)
    }
    const page = await listMails(database.db, all, { page: 1, page_size: 2 })
    expect(page.count).toBe(3)
    expect(page.rows.map(row => row.subject)).toEqual(['dritte', 'zweite'])
    const second = await listMails(database.db, all, { page: 2, page_size: 2 })
    expect(second.rows.map(row => row.subject)).toEqual(['erste'])
    const beyond = await listMails(database.db, all, { page: 3, page_size: 2 })
    expect(beyond).toEqual({ count: 3, rows: [] })

    await database.db.updateTable('outbox_mail').set({ state: 'sent' }).where('subject', '=', 'zweite').execute()
    expect((await listMails(database.db, all, { ...firstPage, state: 'sent' })).rows.map(row => row.subject)).toEqual([
      'zweite',
    ])
    expect((await listMails(database.db, all, { ...firstPage, state: 'waiting' })).count).toBe(2)
    expect(await listMails(database.db, all, { ...firstPage, state: 'failed' })).toEqual({ count: 0, rows: [] })
  })

  test('mails are found by the beginnings of the words of their recipient, and their words are deleted with them', async () => {
    for (const to of ['info@groessl-dach.example', 'anna@groessl.example', 'kunde@example.org']) {
      await inTransaction(runtime, trx =>
        enqueueMail(trx, byPortal(runtime), {
          kind: 'newsletter_test',
          about: null,
          to,
          subject: 'Groessl',
          text: '',
          html: '',
        }),
      )
      runtime.pass(1_000)
    }
    const foundBy = async (search: string, state?: 'sent') =>
      (await listMails(database.db, all, { ...firstPage, search, state })).rows.map(row => row.recipient)
    expect(await foundBy('größl')).toEqual(['anna@groessl.example', 'info@groessl-dach.example'])
    expect(await foundBy('anna@groessl.example')).toEqual(['anna@groessl.example'])
    expect(await foundBy('groessl', 'sent')).toEqual([])
    expect(await foundBy('@')).toEqual([])
    expect((await listMails(database.db, all, { page: 2, page_size: 1, search: 'groessl' })).count).toBe(2)
  })

  test('a list shows the subject of a mail, the mail itself its text', async () => {
    await enqueue('Betreff')
    const [listed] = await mails()
    if (listed === undefined) throw new Error('no mail')
    expect(presentListedMail(listed)).toEqual({
      id: listed.id,
      state: 'waiting',
      kind: 'newsletter_test',
      recipient: 'kunde@example.org',
      subject: 'Betreff',
      text: '',
      attempts: 0,
      nextAttemptAt: '2026-03-02T09:00:00.000Z',
      sentAt: null,
      lastError: '',
      permissions: ['retry'],
      createdAt: '2026-03-02T09:00:00.000Z',
      updatedAt: '2026-03-02T09:00:00.000Z',
    })
    expect(presentMail(runtime, await getMail(database.db, operator, listed.id)).text).toBe('Text: Betreff')
  })

  test('a link that opens an account is shown only without a mail server', async () => {
    const link = 'http://portal.example.org/passwort-setzen#token=abc-DEF_123'
    await inTransaction(runtime, trx =>
      enqueueMail(trx, byPortal(runtime), {
        kind: 'newsletter_test',
        about: null,
        to: 'a@example.org',
        subject: 'x',
        token: 'abc-DEF_123',
        text: link,
        html: link,
      }),
    )
    const mail = await getMail(database.db, operator, await newest())
    expect(presentMail(runtime, mail).text).toBe(link)
    const withSmtp = { config: { ...runtime.config, smtpUrl: 'smtp://mail.example.org' } }
    expect(presentMail(withSmtp, mail).text).toBe('http://portal.example.org/passwort-setzen#token=entfernt')
  })

  test('an unknown mail is not found', async () => {
    await expect(getMail(database.db, operator, 'none')).rejects.toMatchObject({ code: 'not_found' })
    await expect(retryMail(testContext(runtime, admin), 'none')).rejects.toMatchObject({ code: 'not_found' })
  })

  test.each(others)('for %s there are no mails and only their own lines in the log', async (_, actor) => {
    await enqueue('Betreff')
    const id = await newest()
    const scope = scopeOf(actor)
    const refused = { code: 'not_found' }
    await expect(listMails(database.db, scope, firstPage)).rejects.toMatchObject(refused)
    await expect(getMail(database.db, testContext(runtime, actor), id)).rejects.toMatchObject(refused)
    await retryMail(testContext(runtime, admin), id)
    expect((await listAuditEntries(database.db, all, firstPage)).count).toBe(1)
    expect(await listAuditEntries(database.db, scope, firstPage)).toEqual({ count: 0, rows: [] })
    await expect(retryMail(testContext(runtime, actor), id)).rejects.toMatchObject(refused)
  })

  test('a mail that was given up is sent when an admin tries it again', async () => {
    await enqueue('Betreff')
    await setState('failed', 8)
    runtime.pass(hourMs)
    const retried = await retryMail(testContext(runtime, admin), await newest())
    expect(presentMail(runtime, retried)).toMatchObject({
      state: 'waiting',
      attempts: 0,
      nextAttemptAt: '2026-03-02T10:00:00.000Z',
    })
    expect(runtime.wakes).toBe(2)
    const sink = await openSmtpSink()
    expect(await deliverNextMail(runtime, openSmtp(sink.url))).toBe(true)
    expect(sink.mails).toHaveLength(1)
    await sink.close()
  })

  test('a mail that waits for its next try is sent at once', async () => {
    await enqueue('Betreff')
    const later = '2026-03-02T21:00:00.000Z'
    await database.db.updateTable('outbox_mail').set({ next_attempt_at: later, attempts: 3 }).execute()
    const retried = await retryMail(testContext(runtime, admin), await newest())
    expect(retried).toMatchObject({ state: 'waiting', attempts: 3, next_attempt_at: '2026-03-02T09:00:00.000Z' })
  })

  test('a mail being sent is not taken from its worker', async () => {
    await enqueue('Betreff')
    const lease = '2026-03-02T09:05:00.000Z'
    await database.db.updateTable('outbox_mail').set({ lease_until: lease, attempts: 1 }).execute()
    const retried = await retryMail(testContext(runtime, admin), await newest())
    expect(retried.lease_until).toBe(lease)
    const sink = await openSmtpSink()
    expect(await deliverNextMail(runtime, openSmtp(sink.url))).toBe(false)
    await sink.close()
  })

  test('a sent mail is not sent again', async () => {
    await enqueue('Betreff')
    await setState('sent', 1)
    const [listed] = await mails()
    expect(listed && presentListedMail(listed)).toMatchObject({ permissions: [], nextAttemptAt: null })
    await expect(retryMail(testContext(runtime, admin), await newest())).rejects.toMatchObject({
      code: 'mail.not_retryable',
      status: 409,
    })
    expect(await listAuditEntries(database.db, all, firstPage)).toEqual({ count: 0, rows: [] })
  })

  test('a retry is audited', async () => {
    await enqueue('Betreff')
    const id = await newest()
    await retryMail(testContext(runtime, admin), id)
    const { count, rows } = await listAuditEntries(database.db, all, firstPage)
    expect(count).toBe(1)
    expect(rows.map(presentAuditEntry)).toEqual([
      {
        id: expect.any(String),
        at: '2026-03-02T09:00:00.000Z',
        actorName: 'Anna Admin',
        isProgram: false,
        asCustomerName: '',
        action: 'outbox_mail.retried',
        subjectKind: 'outbox_mail',
        subjectId: id,
        subject: { name: 'Betreff', of: '', page: { kind: 'outbox_mail', id } },
        details: '',
        address: '192.0.2.7',
      },
    ])
    expect((await verifyAudit(database.db)).ok).toBe(true)
  })

  test('the log is read newest first, whole or about one subject', async () => {
    await inTransaction(runtime, async trx => {
      for (const subjectId of ['a', 'b', 'a', 'c', 'a']) {
        const line = { action: 'ticket.updated', subjectKind: 'ticket', subjectId } as const
        await recordAudit(trx, testContext(runtime, admin), line)
      }
    })
    const page = await listAuditEntries(database.db, all, { page: 2, page_size: 2 })
    expect(page.count).toBe(5)
    expect(page.rows.map(row => row.seq)).toEqual([3, 2])
    const about = await listAuditEntries(database.db, all, { ...firstPage, subject: 'a' })
    expect(about.count).toBe(3)
    expect(about.rows.map(row => row.seq)).toEqual([5, 3, 1])
    expect((await listAuditEntries(database.db, all, { ...firstPage, subject: '' })).count).toBe(5)
  })
})

test.each([
  ['select id from outbox_mail order by created_at desc, id desc limit 25'],
  ["select id from outbox_mail where state = 'failed' order by created_at desc, id desc limit 25"],
  ['select seq from audit_entry order by seq desc limit 25'],
  ["select seq from audit_entry where subject_id = 'a' order by seq desc limit 25"],
  ["select count(*) from outbox_mail where state = 'waiting'"],
  ['select max(seq) from audit_entry'],
])('reads in the order of an index: %s', async statement => {
  const { db, close } = await openTestDatabase('sqlite')
  const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(statement)}`.execute(db)
  const plan = rows.map(row => row.detail).join('\n')
  expect(plan).not.toContain('TEMP B-TREE')
  if (statement.includes('where') || statement.includes('outbox')) expect(plan).toContain('USING')
  await close()
})
