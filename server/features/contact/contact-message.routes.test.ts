import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minuteMs } from '#server/clock.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { storeProfile } from '#server/features/business-profile/business-profile.commands.ts'
import { emptyProfile } from '#server/features/business-profile/business-profile.rules.ts'
import { engines } from '#server/testing/engines.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'

const url = '/api/backend/messageForm/'
const message = { email: 'frau.groessl@example.org', text: 'Guten Tag,\nkönnen Sie bitte zurückrufen?' }

describe.each(engines)('the contact form on %s', engine => {
  let portal: TestApp
  beforeAll(async () => {
    portal = await openTestApp(engine)
  })
  afterAll(() => portal.close())

  let house = 0
  /** Each visitor has their own network. */
  const send = (body: object, remoteAddress = `198.51.100.${++house}`) =>
    portal.visitor().post(url, body, { remoteAddress })
  const messages = () => portal.runtime.db.selectFrom('message').selectAll().orderBy('created_at').execute()
  const mails = () => portal.runtime.db.selectFrom('outbox_mail').selectAll().execute()
  const setAddress = (email: string) =>
    inTransaction(portal.runtime, trx =>
      storeProfile(trx, portal.runtime, { ...emptyProfile, companyName: 'Musterwerk', email }),
    )

  it('stores the message even where the business has no address', async () => {
    expect((await send(message)).statusCode).toBe(204)
    expect(await messages()).toMatchObject([{ ...message, name: '', phone: '', state: 'new' }])
    expect(await mails()).toEqual([])
  })

  it('mails the message to the business, and a reply goes to the sender', async () => {
    await setAddress('inhaberin@musterwerk.example')
    const body = { ...message, name: 'Annelie Größl', phone: '+49 30 23125400' }
    expect((await send(body)).statusCode).toBe(204)
    const [mail] = await mails()
    expect(mail).toMatchObject({
      recipient: 'inhaberin@musterwerk.example',
      reply_to: message.email,
      subject: 'Nachricht von Annelie Größl',
      state: 'waiting',
    })
    expect(mail?.text).toContain('> können Sie bitte zurückrufen?')
    expect(mail?.text).toContain('+49 30 23125400')
  })

  it('drops messages of bots, and answers them like any other', async () => {
    const before = [(await messages()).length, (await mails()).length]
    const answer = await send({ ...message, website: 'https://spam.example' })
    expect(answer.statusCode).toBe(204)
    expect([(await messages()).length, (await mails()).length]).toEqual(before)
  })

  it('names missing fields in German', async () => {
    const refused = await send({ email: 'keine-adresse', text: 'zu kurz' })
    expect(refused.statusCode).toBe(422)
    expect(refused.json().errors).toEqual([
      { field: 'email', code: 'email.invalid', message: 'E-Mail ist ungültig!' },
      { field: 'text', code: 'text.too_short', message: 'Texteingabe ist zu kurz!' },
    ])
    const empty = await send({})
    expect(empty.json().errors.map((error: { message: string }) => error.message)).toEqual([
      'E-Mail ist erforderlich!',
      'Texteingabe ist erforderlich!',
    ])
  })

  it('takes 25 messages in ten minutes from all networks of one IPv6 subscriber', async () => {
    const statuses: number[] = []
    for (let at = 0; at < 40; at += 1)
      statuses.push((await send(message, `2001:db8:5:${at.toString(16)}::1`)).statusCode)
    expect(statuses.filter(status => status === 429)).toHaveLength(15)
    expect((await send(message, '2001:db8:6::1')).statusCode).toBeLessThan(300)
  })

  it('takes 1,000 messages a day from everybody together', async () => {
    const { db } = portal.runtime
    expect((await send(message)).statusCode).toBeLessThan(300)
    await db.updateTable('throttle').set({ failures: 999 }).where('key', '=', 'contact:everybody').execute()
    expect((await send(message)).statusCode).toBeLessThan(300)
    const before = (await messages()).length
    expect((await send(message)).json().code).toBe('throttled')
    expect((await messages()).length).toBe(before)
    portal.clock.advance(24 * 60 * minuteMs)
    expect((await send(message)).statusCode).toBeLessThan(300)
  })

  it('takes five messages in ten minutes from one network', async () => {
    const address = '203.0.113.9'
    for (let count = 1; count <= 5; count += 1) expect((await send(message, address)).statusCode).toBe(204)
    const stored = (await messages()).length
    const refused = await send(message, address)
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'throttled'])
    expect(Number(refused.headers['retry-after'])).toBe(600)
    expect((await messages()).length).toBe(stored)
    portal.clock.advance(10 * minuteMs)
    expect((await send(message, address)).statusCode).toBe(204)
  })

  it('cannot be used to add recipients or headers', async () => {
    const answer = await send({ ...message, name: 'Eva\r\nBcc: alle@example.org' })
    expect(answer.json()).toMatchObject({ status: 422, errors: [{ field: 'name', code: 'text.characters' }] })
    expect((await send({ ...message, email: 'a@example.org, b@example.org' })).statusCode).toBe(422)
  })

  it('is not sent with an invisible text', async () => {
    const answer = await send({ ...message, text: '\u200b'.repeat(20) })
    expect(answer.json()).toMatchObject({ status: 422, errors: [{ field: 'text', code: 'text.required' }] })
  })

  it('leaves a line in the audit log for every message', async () => {
    const lines = await portal.runtime.db
      .selectFrom('audit_entry')
      .select('subject_id')
      .where('action', '=', 'message.sent')
      .execute()
    expect(lines.map(line => line.subject_id).sort()).toEqual((await messages()).map(row => row.id).sort())
  })
})
