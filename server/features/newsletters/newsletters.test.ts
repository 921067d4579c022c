import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hourMs } from '#server/clock.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { storeProfile } from '#server/features/business-profile/business-profile.commands.ts'
import { emptyProfile } from '#server/features/business-profile/business-profile.rules.ts'
import { runNextJob } from '#server/jobs/loop.ts'
import { openSmtp } from '#server/mail/smtp.ts'
import { readUnsubscribeToken } from '#server/mail/unsubscribe-link.ts'
import { deliverNextMail } from '#server/mail/worker.ts'
import { buildConsent, buildUser } from '#server/testing/build.ts'
import { buildCustomer } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { openSmtpSink, type SmtpSink } from '#server/testing/smtp-sink.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { newsletterJobs } from './newsletter.jobs.ts'

const url = '/api/backend/newsletters/'
/** Each takes another mail. */
const deliveriesAtOnce = 10
const draft = { subject: 'Frühjahr', body: '# Neues\n\nGuten **Morgen**, [mehr](/faq)' }

describe.each(engines)('newsletters on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  let sink: SmtpSink
  beforeEach(async () => {
    portal = await openTestApp(engine, { env: { PUBLIC_URL: 'https://portal.example.org' } })
    admin = await portal.loginAs(await buildUser(portal.runtime, { role: 'admin', email: 'chefin@musterwerk.example' }))
    sink = await openSmtpSink()
    const profile = { ...emptyProfile, companyName: 'Musterwerk', email: 'post@musterwerk.example' }
    await inTransaction(portal.runtime, trx => storeProfile(trx, portal.runtime, profile))
  })
  afterEach(async () => {
    await sink.close()
    await portal.close()
  })

  const write = async (body: object = draft) => (await admin.post(url, body)).json()
  const read = async (id: string) => (await admin.get(`${url}${id}/`)).json()
  const act = (id: string, noun: string, body?: object) => admin.post(`${url}${id}/${noun}/`, body)
  const subscribe = async (count: number) => {
    const subscribers: { id: string; email: string }[] = []
    for (let at = 0; at < count; at += 1) {
      const { id } = await buildCustomer(portal.runtime)
      subscribers.push({ id, email: (await buildConsent(portal.runtime, id, `leser${at}@example.org`)).email })
    }
    return subscribers
  }
  /** Runs due steps, and sends the mails of the outbox. */
  const work = async () => {
    while (await runNextJob(portal.runtime, newsletterJobs));
  }
  /** Several at a time, as instances do: the mail server greets each only after a short delay. */
  const deliver = async (count = Number.MAX_SAFE_INTEGER) => {
    const transport = openSmtp(sink.url)
    for (let left = count; left > 0; left -= deliveriesAtOnce) {
      const several = Array.from({ length: Math.min(left, deliveriesAtOnce) })
      const sent = await Promise.all(several.map(() => deliverNextMail(portal.runtime, transport)))
      if (sent.includes(false)) return
    }
  }
  const finish = async () => {
    for (let step = 0; step < 20; step += 1) {
      await work()
      await deliver()
      portal.clock.advance(5_000)
    }
  }
  const recipients = () => sink.mails.flatMap(mail => mail.recipients).toSorted()

  it('are written as drafts, changed and deleted, until they are sent', async () => {
    const { id, revision, ...made } = await write()
    expect(made).toMatchObject({
      ...draft,
      state: 'draft',
      recipientsCount: 0,
      permissions: ['update', 'delete', 'send'],
    })
    const headers = { 'if-match': `"${revision}"` }
    expect((await admin.patch(`${url}${id}/`, { subject: 'Sommer' }, { headers })).json()).toMatchObject({
      subject: 'Sommer',
      revision: 2,
    })
    expect((await admin.patch(`${url}${id}/`, { subject: 'Herbst' }, { headers })).json().code).toBe('stale')
    expect((await admin.put(`${url}${id}/`, { subject: 'Herbst' })).json().errors).toMatchObject([{ field: 'body' }])
    expect((await admin.get(url)).json()).toMatchObject({ count: 1, results: [{ id, subject: 'Sommer' }] })
    expect((await admin.get(`${url}?state=sent`)).json()).toEqual({ count: 0, results: [] })
    expect((await admin.delete(`${url}${id}/`)).statusCode).toBe(204)
    expect((await admin.get(`${url}${id}/`)).statusCode).toBe(404)
  })

  it('look the same in the preview and in a test mail', async () => {
    const preview = (await admin.post('/api/backend/newsletter-preview/', draft)).json()
    expect(preview).toMatchObject({
      greeting: 'Guten Tag,',
      blocks: [{ kind: 'heading' }, { kind: 'paragraph' }],
      signature: ['Musterwerk', 'post@musterwerk.example'],
      footer: { text: expect.stringContaining('weil Sie ihn im Kundenportal bestellt haben') },
    })
    expect(preview.blocks[1].items[0].spans[1]).toMatchObject({ text: 'Morgen', isBold: true })
    const { id } = await write()
    expect((await act(id, 'test')).statusCode).toBe(204)
    await deliver()
    expect(sink.mails).toHaveLength(1)
    expect(sink.mails[0]).toMatchObject({ subject: '[Probe] Frühjahr', recipients: ['chefin@musterwerk.example'] })
    expect(sink.mails[0]?.text?.trim()).toBe(preview.text.trim())
    expect(sink.mails[0]?.html).toContain('href="https://portal.example.org/faq"')
    const empty = await write({ subject: 'Leer', body: '' })
    expect((await act(empty.id, 'test')).json().errors).toMatchObject([{ field: 'body', code: 'text.required' }])
  })

  it('are sent to everybody who has confirmed, once, with one-click unsubscribe', async () => {
    const subscribers = await subscribe(3)
    const shared = await buildCustomer(portal.runtime)
    await buildConsent(portal.runtime, shared.id, 'LESER0@example.org')
    await buildConsent(portal.runtime, (await buildCustomer(portal.runtime)).id, 'wartet@example.org', 'pending')
    await buildCustomer(portal.runtime, { email: 'nie@example.org', has_newsletter: 1 })
    const { id } = await write()
    expect((await read(id)).recipientsCount).toBe(4)
    expect((await act(id, 'sending', { recipientsCount: 3 })).json().code).toBe('newsletter.recipients_changed')
    expect((await act(id, 'sending', { recipientsCount: 4 })).json()).toMatchObject({
      state: 'sending',
      recipientsCount: 3,
      remainingCount: 3,
      permissions: ['pause', 'cancel'],
    })
    expect((await act(id, 'sending', { recipientsCount: 4 })).json().code).toBe('newsletter.not_draft')
    expect((await admin.patch(`${url}${id}/`, { subject: 'Anders' })).json().code).toBe('newsletter.not_draft')
    await finish()
    expect(recipients().map(email => email.toLowerCase())).toEqual(subscribers.map(({ email }) => email).toSorted())
    const mail = sink.mails.find(({ recipients: [to] }) => to === 'leser1@example.org')
    const headers = new Map(mail?.headers.map(({ key, value }) => [key, value]))
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const token = headers.get('list-unsubscribe')?.split('/').at(-2) ?? ''
    expect(readUnsubscribeToken(portal.runtime.keys, token)).toEqual({
      topic: 'newsletter',
      customerId: subscribers[1]?.id,
    })
    expect(await read(id)).toMatchObject({
      state: 'sent',
      sentCount: 3,
      failedCount: 0,
      remainingCount: 0,
      skippedCount: 0,
      permissions: [],
      ...draft,
    })
  })

  it('are not started without recipients', async () => {
    const { id } = await write()
    expect((await act(id, 'sending', { recipientsCount: 0 })).json().code).toBe('newsletter.no_recipients')
    expect((await read(id)).state).toBe('draft')
  })

  it('can be paused, continued and cancelled on the way, and mail nobody twice', async () => {
    await subscribe(120)
    const { id } = await write()
    await act(id, 'sending', { recipientsCount: 120 })
    await work()
    await deliver(20)
    expect((await act(id, 'pause')).json()).toMatchObject({ state: 'paused', sentCount: 20, remainingCount: 100 })
    await finish()
    expect(sink.mails).toHaveLength(20)
    expect((await act(id, 'pause')).json().code).toBe('newsletter.not_possible')
    await act(id, 'continuation')
    await work()
    await deliver(30)
    await act(id, 'pause')
    await act(id, 'continuation')
    await work()
    await deliver(10)
    expect((await act(id, 'cancellation')).json()).toMatchObject({
      state: 'cancelled',
      sentCount: 60,
      remainingCount: 0,
      skippedCount: 60,
    })
    await finish()
    expect(sink.mails).toHaveLength(60)
    expect(new Set(recipients()).size).toBe(60)
  })

  it('continue after a restart, and are sent once with several instances', async () => {
    await subscribe(60)
    const { id } = await write()
    await act(id, 'sending', { recipientsCount: 60 })
    await work()
    // The process ends: its next step is lost.
    await portal.runtime.db.deleteFrom('job').execute()
    await deliver()
    const hourly = newsletterJobs.find(({ everyMs }) => everyMs === hourMs)
    await Promise.all([hourly?.run(portal.runtime, null), hourly?.run(portal.runtime, null)])
    await finish()
    expect(new Set(recipients()).size).toBe(60)
    expect(sink.mails).toHaveLength(60)
    expect((await read(id)).state).toBe('sent')
  })

  it('do not reach somebody who unsubscribes meanwhile', async () => {
    const [first, second] = await subscribe(70)
    const { id } = await write()
    await act(id, 'sending', { recipientsCount: 70 })
    await work()
    const leaving = await portal.loginAs(await buildUser(portal.runtime, { customerId: first?.id ?? '' }))
    await leaving.patch('/api/backend/user-settings/', { newsletter: false })
    await portal.runtime.db
      .updateTable('newsletter_consent')
      .set({ state: 'ended' })
      .where('email', '=', 'leser69@example.org')
      .execute()
    await finish()
    expect(recipients()).toContain(second?.email)
    expect(recipients()).not.toContain(first?.email)
    expect(recipients()).not.toContain('leser69@example.org')
    expect(await read(id)).toMatchObject({ state: 'sent', sentCount: 68, skippedCount: 2 })
  })

  it('stop for an address in one click, for all its customers', async () => {
    const [one, other] = await subscribe(2)
    const shared = await buildCustomer(portal.runtime, { has_newsletter: 1 })
    await buildConsent(portal.runtime, shared.id, 'LESER0@example.org')
    const first = await write()
    await act(first.id, 'sending', { recipientsCount: 3 })
    await finish()
    const mail = sink.mails.find(({ recipients: [to] }) => to?.toLowerCase() === 'leser0@example.org')
    const link = mail?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
    const path = new URL(link.replace(/[<>]/g, '')).pathname
    expect((await portal.visitor().post(path)).statusCode).toBe(204)
    for (const [id, isOn] of [
      [one?.id, false],
      [shared.id, false],
      [other?.id, true],
    ]) {
      const consents = await portal.runtime.db
        .selectFrom('newsletter_consent')
        .select(['state', 'end_reason'])
        .where('customer_id', '=', String(id))
        .execute()
      expect(consents).toEqual([
        isOn ? { state: 'confirmed', end_reason: '' } : { state: 'ended', end_reason: 'unsubscribed' },
      ])
    }
    const second = await write()
    expect((await read(second.id)).recipientsCount).toBe(1)
  })

  it('do not reach a customer who is deleted meanwhile', async () => {
    const [gone] = await subscribe(2)
    const { id } = await write()
    await act(id, 'sending', { recipientsCount: 2 })
    await work()
    expect((await admin.delete(`/api/backend/customer/${gone?.id}/`)).statusCode).toBe(204)
    await finish()
    expect(recipients()).toEqual(['leser1@example.org'])
    expect(await read(id)).toMatchObject({ state: 'sent', sentCount: 1, remainingCount: 0 })
  })

  it('count refusals of a server, and wait while it is unavailable', async () => {
    await subscribe(3)
    const { id } = await write()
    await act(id, 'sending', { recipientsCount: 3 })
    await work()
    portal.clock.advance(5_000)
    await work()
    expect(await read(id)).toMatchObject({ state: 'sending', sentCount: 0, remainingCount: 3 })
    await sink.close()
    sink = await openSmtpSink({ refuseRecipient: to => (to === 'leser2@example.org' ? 550 : undefined) })
    await finish()
    expect(await read(id)).toMatchObject({ state: 'sent', sentCount: 2, failedCount: 1, remainingCount: 0 })
  })
})
