import { createTransport } from 'nodemailer'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hourMs, minuteMs } from '#server/clock.ts'
import type { OpenedDatabase } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { engines, openTestDatabase } from '#server/testing/engines.ts'
import { type TestServices, testServices } from '#server/testing/services.ts'
import { openSmtpSink, type SmtpSink } from '#server/testing/smtp-sink.ts'
import { enqueueMail, type NewMail } from './outbox.ts'
import { claimMail } from './queue.ts'
import { openSmtp, smtpOptions } from './smtp.ts'
import { deliverNextMail, startMailWorker } from './worker.ts'

const mail: NewMail = {
  kind: 'test',
  about: null,
  to: 'kunde@example.org',
  subject: 'Grüße aus München – ein längerer Betreff, der über eine Zeile des Kopfes hinausgeht',
  text: 'Guten Tag,\n\nhttps://example.org/passwort-setzen#token=geheim-123_x\n',
  html: '<p>Guten Tag <a href="https://example.org/passwort-setzen#token=geheim-123_x">Link</a></p>',
}

describe.each(engines)('on %s', engine => {
  let database: OpenedDatabase
  let services: TestServices
  let sink: SmtpSink
  const cleanUps: (() => unknown)[] = []

  beforeEach(async () => {
    database = await openTestDatabase(engine)
    services = testServices(database)
    sink = await openSmtpSink()
    await saveProfile({ companyName: 'Musterwerk', email: 'post@musterwerk.example' })
  })
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
    await sink.close()
    await database.close()
  })

  const saveProfile = (profile: object) =>
    database.db
      .insertInto('business_profile')
      .values({ profile: JSON.stringify(profile), created_at: '', updated_at: '' })
      .execute()
  const saveAddress = (email: string) =>
    database.db
      .updateTable('business_profile')
      .set({ profile: JSON.stringify({ companyName: 'Musterwerk', email }) })
      .execute()
  const enqueue = (changes: Partial<NewMail> = {}) =>
    inTransaction(services, trx => enqueueMail(trx, services, { ...mail, ...changes }))
  const deliver = (to = sink) => deliverNextMail(services, openSmtp(to.url))
  const rows = () => database.db.selectFrom('outbox_mail').selectAll().orderBy('id').execute()
  const row = async () => (await rows())[0]

  test('a mail arrives as it was written, from the business, with its own Message-ID', async () => {
    await enqueue({ replyTo: 'frage@example.net' })
    expect(await deliver()).toBe(true)
    const [arrived] = sink.mails
    expect(arrived).toMatchObject({
      from: { name: 'Musterwerk', address: 'post@musterwerk.example' },
      to: [{ address: 'kunde@example.org' }],
      replyTo: [{ address: 'frage@example.net' }],
      subject: mail.subject,
      recipients: ['kunde@example.org'],
      messageId: `<${(await row())?.id}@musterwerk.example>`,
    })
    expect(arrived?.text).toContain('#token=geheim-123_x')
    expect(arrived?.html).toContain('#token=geheim-123_x')
    expect(arrived?.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))
    expect(await deliver()).toBe(false)
    expect(sink.mails).toHaveLength(1)
  })

  test('a domain with umlauts travels in its ASCII form', async () => {
    await saveAddress('post@größl.example')
    await enqueue({ to: 'info@müller.example', replyTo: 'frage@häuser.example' })
    await deliver()
    // What the sink has received in ASCII it tells with umlauts again, but for the Message-ID.
    expect(sink.mails[0]).toMatchObject({
      recipients: ['info@müller.example'],
      messageId: `<${(await row())?.id}@xn--grl-6ka8i.example>`,
    })
  })

  test('after the delivery the outbox no longer holds the link that opens the account', async () => {
    await enqueue()
    expect((await row())?.text).toContain('#token=geheim-123_x')
    await deliver()
    const sent = await row()
    expect(sent).toMatchObject({ state: 'sent', sent_at: '2026-03-02T09:00:00.000Z', lease_until: null })
    expect(JSON.stringify(sent)).not.toContain('geheim')
    expect(sent?.text).toContain('https://example.org/passwort-setzen#token=entfernt')
    expect(sent?.html).toContain('"https://example.org/passwort-setzen#token=entfernt"')
  })

  test('what is rolled back is never sent', async () => {
    await expect(
      inTransaction(services, async trx => {
        await enqueueMail(trx, services, mail)
        throw new Error('rolled back')
      }),
    ).rejects.toThrow()
    expect(await deliver()).toBe(false)
    expect(await rows()).toEqual([])
  })

  test('there is one mail per matter', async () => {
    await enqueue({ kind: 'budget', key: 'ticket-1:80' })
    await enqueue({ kind: 'budget', key: 'ticket-1:80' })
    await enqueue({ kind: 'budget', key: 'ticket-1:100' })
    await enqueue({ kind: 'other', key: 'ticket-1:80' })
    await enqueue()
    await enqueue()
    expect(await rows()).toHaveLength(5)
  })

  test('two workers at the same time send each mail once', async () => {
    for (let index = 0; index < 20; index += 1) await enqueue({ to: `kunde${index}@example.org` })
    const transport = openSmtp(sink.url)
    const work = async () => {
      let sent = 0
      while (await deliverNextMail(services, transport)) sent += 1
      return sent
    }
    const counts = await Promise.all([work(), work()])
    expect(counts[0] + counts[1]).toBe(20)
    expect(Math.min(...counts)).toBeGreaterThan(0)
    const recipients = sink.mails.flatMap(arrived => arrived.recipients).toSorted()
    expect(recipients).toEqual(Array.from({ length: 20 }, (_, index) => `kunde${index}@example.org`).toSorted())
  })

  test('a mail the server does not take is tried again after longer and longer waits, then given up', async () => {
    const busy = await openSmtpSink({ refuseRecipient: () => 450 })
    cleanUps.push(busy.close)
    await enqueue()
    const waitsMinutes: number[] = []
    for (let tries = 1; tries <= 8; tries += 1) {
      const before = services.clock.now().getTime()
      expect(await deliver(busy)).toBe(true)
      expect(await deliver(busy)).toBe(false)
      const waiting = await row()
      expect(waiting?.attempts).toBe(tries)
      expect(waiting?.last_error).toMatch(/450/)
      const waitMs = Date.parse(waiting?.next_attempt_at ?? '') - before
      waitsMinutes.push(waitMs / minuteMs)
      services.pass(waitMs)
    }
    const expected = [1, 5, 15, 60, 180, 360, 720, 720]
    for (const [index, minutes] of expected.entries()) {
      expect(waitsMinutes[index]).toBeGreaterThanOrEqual(minutes * 0.8)
      expect(waitsMinutes[index]).toBeLessThanOrEqual(minutes * 1.2)
    }
    expect(await row()).toMatchObject({ state: 'failed', attempts: 8, sent_at: null })
    services.pass(48 * hourMs)
    expect(await deliver()).toBe(false)
    expect(sink.mails).toEqual([])
  })

  test('a recipient the server will never take is given up at once', async () => {
    const strict = await openSmtpSink({ refuseRecipient: address => (address.startsWith('kunde@') ? 550 : undefined) })
    cleanUps.push(strict.close)
    await enqueue()
    await deliver(strict)
    expect(await row()).toMatchObject({ state: 'failed', attempts: 1, last_error: expect.stringContaining('550') })
  })

  test('a server that is away leaves the mail waiting', async () => {
    const away = await openSmtpSink()
    await away.close()
    await enqueue()
    expect(await deliver(away)).toBe(true)
    expect(await row()).toMatchObject({ state: 'waiting', attempts: 1 })
    services.pass(2 * minuteMs)
    expect(await deliver()).toBe(true)
    expect(await row()).toMatchObject({ state: 'sent', attempts: 2, last_error: '' })
  })

  test('a worker that dies after the server took the mail causes one repeat with the same Message-ID', async () => {
    await enqueue()
    const dying = {
      fallbackAddress: '',
      // Takes it to the server, and never comes back to say so.
      deliver: async (message: Parameters<ReturnType<typeof openSmtp>['deliver']>[0]) => {
        await openSmtp(sink.url).deliver(message)
        throw new Error('killed')
      },
    }
    await expect(deliverNextMail(services, dying)).rejects.toThrow('killed')
    expect(await deliver()).toBe(false)
    services.pass(6 * minuteMs)
    expect(await deliver()).toBe(true)
    services.pass(48 * hourMs)
    expect(await deliver()).toBe(false)
    expect(sink.mails).toHaveLength(2)
    expect(sink.mails[1]?.messageId).toBe(sink.mails[0]?.messageId)
  })

  test('a worker that lost its mail to another one changes nothing about it any more', async () => {
    await enqueue()
    const taken = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const slow = deliverNextMail(services, {
      fallbackAddress: '',
      deliver: async () => {
        taken.resolve()
        await goOn.promise
      },
    })
    await taken.promise
    services.pass(6 * minuteMs)
    const busy = await openSmtpSink({ refuseRecipient: () => 450 })
    cleanUps.push(busy.close)
    await deliver(busy)
    goOn.resolve()
    await slow
    expect(await row()).toMatchObject({ state: 'waiting', attempts: 2 })
  })

  test('a mail that ends the process each time is given up in the end', async () => {
    await enqueue()
    const killer = { fallbackAddress: '', deliver: () => Promise.reject(new Error('killed')) }
    for (let tries = 1; tries <= 8; tries += 1) {
      await expect(deliverNextMail(services, killer)).rejects.toThrow('killed')
      services.pass(6 * minuteMs)
    }
    expect(await deliver()).toBe(true)
    expect(await row()).toMatchObject({ state: 'failed' })
    expect(sink.mails).toEqual([])
  })

  test('without a mail server the mails stay where admins read them', async () => {
    await enqueue()
    const worker = startMailWorker(services)
    worker.wake()
    await worker.stop()
    expect(await row()).toMatchObject({ state: 'waiting', attempts: 0 })
  })

  test('the worker sends at once when it is woken, and stops after the mail at hand', async () => {
    const worker = startMailWorker({ ...services, config: { ...services.config, smtpUrl: sink.url } })
    cleanUps.push(worker.stop)
    await enqueue()
    worker.wake()
    await sink.waitFor(1)
    await enqueue({ to: 'zweiter@example.org' })
    worker.wake()
    await sink.waitFor(2)
    await worker.stop()
    expect((await rows()).map(sent => sent.state)).toEqual(['sent', 'sent'])
    await enqueue()
    worker.wake()
    expect((await rows()).map(sent => sent.state)).toEqual(['sent', 'sent', 'waiting'])
  })

  test('a server that never answers does not keep the process from ending', async () => {
    const arrived = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<void>()
    const silent = await openSmtpSink({
      onMail: () => {
        arrived.resolve()
        return answer.promise
      },
    })
    await enqueue()
    const worker = startMailWorker({ ...services, config: { ...services.config, smtpUrl: silent.url } }, 50)
    await arrived.promise
    await worker.stop()
    expect(await row()).toMatchObject({ state: 'waiting', attempts: 1, lease_until: null })
    answer.resolve()
    await silent.close()
  })

  test.each([
    'kunde@example.org, zweiter@example.org',
    'kunde@example.org\r\nBcc: zweiter@example.org',
    'Kunde <kunde@example.org>',
    'kunde',
    '',
    '@example.org',
  ])('a mail to %j is refused before it is stored', async to => {
    await expect(enqueue({ to })).rejects.toThrow('no address')
    await expect(enqueue({ replyTo: to })).rejects.toThrow('no address')
    expect(await rows()).toEqual([])
  })

  test('words of others add no header and no recipient', async () => {
    await database.db
      .updateTable('business_profile')
      .set({
        profile: JSON.stringify({
          companyName: 'Muster\r\nBcc: boese@example.net',
          email: 'post@musterwerk.example',
        }),
      })
      .execute()
    await enqueue({ subject: 'Frage\r\nBcc: boese@example.net\u2028X-Evil: 1\n\nRumpf' })
    await deliver()
    const [arrived] = sink.mails
    expect(arrived?.recipients).toEqual(['kunde@example.org'])
    expect(arrived?.subject).toBe('Frage Bcc: boese@example.net X-Evil: 1 Rumpf')
    const names = arrived?.headers.map(header => header.key) ?? []
    expect(names).not.toContain('bcc')
    expect(names).not.toContain('x-evil')
    expect(arrived?.source.split('\r\n\r\n')[0]).not.toMatch(/^(bcc|x-evil):/im)
  })
})

test('a mail that another instance is just taking is passed over on PostgreSQL, not waited for', async () => {
  const database = await openTestDatabase('postgres')
  const services = testServices(database)
  await inTransaction(services, async trx => {
    await enqueueMail(trx, services, { ...mail, subject: 'first' })
    await enqueueMail(trx, services, { ...mail, subject: 'second' })
  })
  const [taken, next] = await database.db.transaction().execute(async trx => {
    const taken = await claimMail({ ...services, db: trx })
    return [taken, await claimMail(services)]
  })
  expect([taken?.subject, next?.subject].toSorted()).toEqual(['first', 'second'])
  await database.close()
})

test.each([
  ['smtp://post%40example.org:geheim@mail.example.org', true, 'post@example.org'],
  ['smtp://user:geheim@mail.example.org:587', true, 'kundenportal@mail.example.org'],
  ['smtp://mail.example.org', false, 'kundenportal@mail.example.org'],
  ['smtp://user:geheim@127.0.0.1:2525', false, 'kundenportal@localhost'],
])('%s demands encryption: %s; without a profile mails come from %s', (url, isDemanded, address) => {
  expect(smtpOptions(url).requireTLS).toBe(isDemanded)
  expect(openSmtp(url).fallbackAddress).toBe(address)
})

test('a server that offers no encryption gets no password', async () => {
  const sink = await openSmtpSink()
  const transport = createTransport({ ...smtpOptions(sink.url.replace('//', '//user:geheim@')), requireTLS: true })
  await expect(transport.sendMail({ from: 'a@example.org', to: 'b@example.org', text: 'x' })).rejects.toThrow()
  expect(sink.mails).toEqual([])
  await sink.close()
})
