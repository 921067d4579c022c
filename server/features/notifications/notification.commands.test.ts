import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#server/clock.ts'
import type { OpenedDatabase } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { runNextJob } from '#server/jobs/loop.ts'
import { byPortal } from '#server/mail/budget.ts'
import { openSmtp } from '#server/mail/smtp.ts'
import { readUnsubscribeToken } from '#server/mail/unsubscribe-link.ts'
import { deliverNextMail } from '#server/mail/worker.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildCustomer } from '#server/testing/build-tickets.ts'
import { engines, openTestDatabase } from '#server/testing/engines.ts'
import { openSmtpSink } from '#server/testing/smtp-sink.ts'
import { type TestRuntime, testRuntime } from '#server/testing/test-runtime.ts'
import { type CustomerNotice, notifyCustomer, sendDueNotifications, warnUser } from './notification.commands.ts'
import { notificationJobs } from './notification.jobs.ts'

const portal = 'https://portal.example.org'

describe.each(engines)('notifications on %s', engine => {
  let database: OpenedDatabase
  let runtime: TestRuntime
  beforeEach(async () => {
    database = await openTestDatabase(engine)
    runtime = testRuntime(database, { PUBLIC_URL: portal })
  })
  afterEach(() => database.close())

  const build = (customer: Parameters<typeof buildCustomer>[1] = {}) =>
    buildCustomer(runtime, { email: 'kunde@example.org', ...customer })
  const notice = (customerId: string, changes: Partial<CustomerNotice> = {}): CustomerNotice => ({
    customerId,
    kind: 'ticket_finished',
    key: 'ticket-1',
    mail: {
      subject: 'Fertig: Heizung',
      blocks: [
        { kind: 'paragraph', text: 'Ihr Ticket ist fertig.' },
        { kind: 'button', label: 'Ticket öffnen', url: `${portal}/customer-portal/ticket/1` },
      ],
    },
    ...changes,
  })
  const notify = (...parts: Parameters<typeof notice>) =>
    inTransaction(runtime, trx => notifyCustomer(trx, byPortal(runtime), notice(...parts)))
  const entry = (customerId: string, number: number) =>
    notify(customerId, {
      kind: 'ticket_entry',
      key: `entry-${number}`,
      bundle: { key: 'ticket-1', subject: 'Neue Einträge: Heizung' },
      mail: {
        subject: `Eintrag ${number}`,
        blocks: [
          { kind: 'paragraph', text: `Arbeit ${number}` },
          { kind: 'button', label: 'Ticket öffnen', url: `${portal}/customer-portal/ticket/1` },
        ],
      },
    })
  const mails = () => database.db.selectFrom('outbox_mail').selectAll().orderBy('id').execute()
  const subjects = async () => (await mails()).map(({ recipient, subject }) => `${recipient} ${subject}`)
  const runJobs = async () => {
    while (await runNextJob(runtime, notificationJobs));
  }

  it('are sent at once, once per matter', async () => {
    const { id } = await build()
    await notify(id)
    await notify(id)
    await notify(id, { key: 'ticket-2' })
    expect(await subjects()).toEqual(['kunde@example.org Fertig: Heizung', 'kunde@example.org Fertig: Heizung'])
  })

  it('are not sent when they are off or there is no address', async () => {
    await notify((await build({ is_notified: 0 })).id, { key: '1' })
    await notify((await build({ email: '' })).id, { key: '2' })
    expect(await mails()).toEqual([])
  })

  it('go to the first active user where the customer has no address', async () => {
    const { id } = await build({ email: '' })
    await buildUser(runtime, { customerId: id, username: 'aaa', email: 'aus@example.org', isActive: false })
    await buildUser(runtime, { customerId: id, username: 'bbb', email: '' })
    await buildUser(runtime, { customerId: id, username: 'ccc', email: 'drei@example.org' })
    await notify(id)
    expect(await subjects()).toEqual(['drei@example.org Fertig: Heizung'])
  })

  it('explain their reason and how to unsubscribe, for people and for mail programs', async () => {
    const { id } = await build()
    const sink = await openSmtpSink()
    await notify(id)
    await deliverNextMail(runtime, openSmtp(sink.url))
    await sink.close()
    const [arrived] = sink.mails
    const headers = new Map(arrived?.headers.map(({ key, value }) => [key, value]))
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const [, url = ''] = /^<(.+)>$/.exec(headers.get('list-unsubscribe') ?? '') ?? []
    expect(arrived?.text).toContain('weil Benachrichtigungen aus dem Kundenportal eingeschaltet sind')
    expect(arrived?.text).toContain(`Einstellungen ändern: ${portal}/user-settings`)
    expect(arrived?.text).toContain(`Keine Benachrichtigungen mehr: ${url}`)
    const [, token = ''] = /^https:\/\/portal\.example\.org\/abmelden\/(.+)\/$/.exec(url) ?? []
    expect(readUnsubscribeToken(runtime.keys, token)).toEqual({ topic: 'notifications', customerId: id })
  })

  it('of one matter within ten minutes become one mail', async () => {
    const { id } = await build()
    await entry(id, 1)
    await runJobs()
    expect(await mails()).toEqual([])
    runtime.pass(4 * minuteMs)
    await entry(id, 2)
    runtime.pass(5 * minuteMs)
    await runJobs()
    expect(await mails()).toEqual([])
    runtime.pass(minuteMs)
    await runJobs()
    const [mail] = await mails()
    expect(mail).toMatchObject({ kind: 'ticket_entry', subject: 'Neue Einträge: Heizung' })
    expect(mail?.text).toMatch(/Eintrag 1\n-+\n\nArbeit 1\n\nEintrag 2\n-+\n\nArbeit 2\n\nTicket öffnen:/)
    expect(mail?.text.match(/Ticket öffnen/g)).toHaveLength(1)
    runtime.pass(4 * minuteMs)
    await runJobs()
    expect(await mails()).toHaveLength(1)
    await entry(id, 3)
    runtime.pass(10 * minuteMs)
    await runJobs()
    expect(await subjects()).toEqual(['kunde@example.org Neue Einträge: Heizung', 'kunde@example.org Eintrag 3'])
  })

  it('that wait for the morning become one mail, for any matters', async () => {
    const { id } = await build({ notified_when: 'daily' })
    await entry(id, 1)
    await notify(id)
    await notify(id)
    runtime.pass(20 * hourMs)
    await runJobs()
    expect(await mails()).toEqual([])
    runtime.pass(hourMs)
    await runJobs()
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ kind: 'notifications', subject: '2 Neuigkeiten aus dem Kundenportal' })
    expect(mail?.text).toMatch(/Eintrag 1.+Arbeit 1.+Fertig: Heizung.+Ihr Ticket ist fertig\./s)
    runtime.pass(dayMs)
    await runJobs()
    expect(await mails()).toHaveLength(1)
    const stored = await database.db.selectFrom('notification').select(['state', 'content']).execute()
    expect(stored).toEqual([
      { state: 'sent', content: '' },
      { state: 'sent', content: '' },
    ])
  })

  it('are sent once by any number of instances', async () => {
    const customers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => build({ notified_when: 'daily', email: `k${index}@example.org` })),
    )
    for (const [index, { id }] of customers.entries()) await notify(id, { key: `ticket-${index}` })
    runtime.pass(dayMs)
    await Promise.all([sendDueNotifications(runtime), sendDueNotifications(runtime), sendDueNotifications(runtime)])
    expect((await subjects()).sort()).toEqual(customers.map((_, index) => `k${index}@example.org Fertig: Heizung`))
  })

  it('that waited are not sent to a customer who has turned them off meanwhile', async () => {
    const { id } = await build({ notified_when: 'daily' })
    await notify(id)
    await database.db.updateTable('customer').set({ is_notified: 0 }).where('id', '=', id).execute()
    runtime.pass(dayMs)
    await runJobs()
    expect(await mails()).toEqual([])
    await database.db.updateTable('customer').set({ is_notified: 1 }).where('id', '=', id).execute()
    runtime.pass(dayMs)
    await runJobs()
    expect(await mails()).toEqual([])
  })

  it('are found by the hourly run when their own run was given up', async () => {
    const { id } = await build({ notified_when: 'daily' })
    await notify(id)
    await database.db.deleteFrom('job').execute()
    runtime.pass(dayMs)
    await sendDueNotifications(runtime)
    expect(await subjects()).toEqual(['kunde@example.org Fertig: Heizung'])
  })

  it("about the user's own login ignore the settings, and cannot be stopped", async () => {
    await inTransaction(runtime, trx =>
      warnUser(trx, byPortal(runtime), {
        email: 'kim@example.org',
        about: null,
        kind: 'password_changed',
        mail: { subject: 'Ihr Passwort wurde geändert', blocks: [] },
      }),
    )
    const [mail] = await mails()
    expect(mail).toMatchObject({ recipient: 'kim@example.org', unsubscribe_url: '' })
    expect(mail?.text).toContain('lässt sich nicht abbestellen')
  })
})
