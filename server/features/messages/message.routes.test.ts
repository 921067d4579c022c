import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Message, MessageWithReplies } from '#contract/messages.ts'
import { minuteMs } from '#server/clock.ts'
import { checkRowCounts } from '#server/database/row-counts.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { storeProfile } from '#server/features/business-profile/business-profile.commands.ts'
import { emptyProfile } from '#server/features/business-profile/business-profile.rules.ts'
import { openSmtp } from '#server/mail/smtp.ts'
import { deliverNextMail } from '#server/mail/worker.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildCustomer, buildMessage } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { openSmtpSink } from '#server/testing/smtp-sink.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

const url = '/api/backend/admin/messages/'

describe.each(engines)('messages on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  beforeEach(async () => {
    portal = await openTestApp(engine)
    admin = await portal.loginAs(
      await buildUser(portal.runtime, { role: 'admin', firstName: 'Johanna', lastName: 'Brandt' }),
    )
    await inTransaction(portal.runtime, trx =>
      storeProfile(trx, portal.runtime, {
        ...emptyProfile,
        companyName: 'Musterwerk',
        email: 'post@musterwerk.example',
      }),
    )
  })
  afterEach(() => portal.close())

  const list = async (query = '') => (await admin.get(`${url}${query}`)).json()
  const idsOf = async (query = '') => (await list(query)).results.map((row: Message) => row.id)
  const get = async (id: string): Promise<MessageWithReplies> => (await admin.get(`${url}${id}/`)).json()
  const reply = (id: string, text: string, headers: Record<string, string> = {}) =>
    admin.post(`${url}${id}/replies/`, { text }, { headers })
  const mails = () => portal.runtime.db.selectFrom('outbox_mail').selectAll().orderBy('created_at').execute()
  const actions = async () =>
    (await portal.runtime.db.selectFrom('audit_entry').select('action').orderBy('seq').execute()).map(row => row.action)

  it('that a visitor wrote are listed, the new ones first, each the latest first', async () => {
    const oldest = await buildMessage(portal.runtime)
    portal.clock.advance(minuteMs)
    const answered = await buildMessage(portal.runtime)
    portal.clock.advance(minuteMs)
    await portal.visitor().post('/api/backend/messageForm/', { email: 'neu@example.org', text: 'Eine neue Frage.' })
    await reply(answered.id, 'Gern.')
    const [latest, ...others] = (await list()).results
    expect(latest).toMatchObject({ email: 'neu@example.org', text: 'Eine neue Frage.', state: 'new', answeredAt: null })
    expect(others.map((row: Message) => row.id)).toEqual([oldest.id, answered.id])
    expect(await idsOf('?ordering=createdAt')).toEqual([oldest.id, answered.id, latest.id])
    expect(await idsOf('?ordering=-createdAt')).toEqual([latest.id, answered.id, oldest.id])
  })

  it('are filtered by state, searched by every word and counted', async () => {
    const one = await buildMessage(portal.runtime, { name: 'Familie Häußler', email: 'haeussler@post.example' })
    const two = await buildMessage(portal.runtime, { text: 'Unsere Wärmepumpe brummt.', phone: '+49 171 3920099' })
    await reply(two.id, 'Wir kommen.')
    expect(await list('?state=new')).toMatchObject({ count: 1, results: [{ id: one.id }] })
    expect(await list('?state=answered')).toMatchObject({ count: 1, results: [{ id: two.id }] })
    for (const [search, found] of [
      ['HAEUSSLER', one],
      ['post.example', one],
      ['waermepumpe brummt', two],
      ['3920099', two],
    ] as const) {
      expect(await list(`?search=${search}`), search).toMatchObject({ count: 1, results: [{ id: found.id }] })
    }
    expect(await list('?search=brummt&state=new')).toEqual({ count: 0, results: [] })
    expect((await list('?page_size=1&page=2')).count).toBe(2)
    expect(await checkRowCounts(portal.runtime.db)).toEqual([])
  })

  it('are answered by a mail that quotes them, comes from the business and is sent once', async () => {
    const { id } = await buildMessage(portal.runtime, { email: 'erika@example.org', text: 'Wann?\nUnd wie?' })
    portal.clock.advance(minuteMs)
    const headers = { 'idempotency-key': 'one-form' }
    const answer = await reply(id, 'Guten Tag,\n\nmorgen.', headers)
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({
      state: 'answered',
      answeredAt: '2026-03-10T09:01:00.000Z',
      answeredBy: 'Johanna Brandt',
      revision: 2,
      replies: [
        { text: 'Guten Tag,\n\nmorgen.', authorName: 'Johanna Brandt', mail: { state: 'waiting', lastError: '' } },
      ],
    })
    expect((await reply(id, 'Guten Tag,\n\nmorgen.', headers)).json()).toEqual(answer.json())
    const sink = await openSmtpSink()
    while (await deliverNextMail(portal.runtime, openSmtp(sink.url)));
    expect(sink.mails).toHaveLength(1)
    expect(sink.mails[0]).toMatchObject({
      from: { name: 'Musterwerk', address: 'post@musterwerk.example' },
      to: [{ address: 'erika@example.org' }],
      replyTo: [{ address: 'post@musterwerk.example' }],
      subject: 'Ihre Nachricht vom 10.03.2026',
    })
    expect(sink.mails[0]?.text?.replaceAll('\r\n', '\n')).toMatch(
      /^Guten Tag,\n\nmorgen\.\n\nAm 10\.03\.2026 schrieben Sie:\n\n> Wann\?\n> Und wie\?\n\n-- \nMusterwerk\n/,
    )
    await sink.close()
    expect((await get(id)).replies[0]?.mail).toMatchObject({ state: 'sent' })
    expect(await actions()).toEqual(['message.replied'])
  })

  it('can be answered again, each time with a separate mail; the first answer counts', async () => {
    const { id } = await buildMessage(portal.runtime)
    await reply(id, 'Erste Antwort')
    portal.clock.advance(minuteMs)
    const second = (await reply(id, 'Zweite Antwort')).json()
    expect(second).toMatchObject({ answeredAt: '2026-03-10T09:00:00.000Z', revision: 3 })
    expect(second.replies.map(({ text }: { text: string }) => text)).toEqual(['Erste Antwort', 'Zweite Antwort'])
    expect(await mails()).toHaveLength(2)
  })

  it('show when their answer could not be sent, and why', async () => {
    const { id } = await buildMessage(portal.runtime, { email: 'weg@example.org' })
    await reply(id, 'Guten Tag')
    const sink = await openSmtpSink({ refuseRecipient: () => 550 })
    await deliverNextMail(portal.runtime, openSmtp(sink.url))
    await sink.close()
    expect((await get(id)).replies[0]?.mail).toMatchObject({
      state: 'failed',
      lastError: expect.stringContaining('550'),
    })
  })

  it('are listed with the mail state of their latest answer', async () => {
    const stand = async () => [(await list()).results[0].replyMail, (await get(id)).replyMail]
    const { id } = await buildMessage(portal.runtime, { email: 'weg@example.org' })
    expect(await stand()).toEqual([null, null])
    const answer = await reply(id, 'Guten Tag')
    expect([answer.json().replyMail, ...(await stand())]).toEqual(['waiting', 'waiting', 'waiting'])
    const refusing = await openSmtpSink({ refuseRecipient: () => 550 })
    await deliverNextMail(portal.runtime, openSmtp(refusing.url))
    await refusing.close()
    expect(await stand()).toEqual(['failed', 'failed'])
    portal.clock.advance(minuteMs)
    await reply(id, 'Noch einmal')
    expect(await stand()).toEqual(['waiting', 'waiting'])
    const sink = await openSmtpSink()
    while (await deliverNextMail(portal.runtime, openSmtp(sink.url)));
    await sink.close()
    expect(await stand()).toEqual(['sent', 'sent'])
    await portal.runtime.db.deleteFrom('outbox_mail').execute()
    expect(await stand()).toEqual([null, null])
  })

  it('are not answered twice by two unaware admins', async () => {
    const { id } = await buildMessage(portal.runtime)
    const [one, two] = await Promise.all([
      reply(id, 'Von mir', { 'if-match': '"1"' }),
      reply(id, 'Und von mir', { 'if-match': '"1"' }),
    ])
    expect([one.statusCode, two.statusCode].toSorted()).toEqual([201, 412])
    expect(await mails()).toHaveLength(1)
  })

  it('are marked as answered without a mail, and as new again', async () => {
    const { id } = await buildMessage(portal.runtime)
    const marked = await admin.patch(`${url}${id}/`, { state: 'answered' }, { headers: { 'if-match': '"1"' } })
    expect(marked.json()).toMatchObject({ state: 'answered', answeredBy: 'Johanna Brandt', replies: [], revision: 2 })
    expect((await admin.patch(`${url}${id}/`, { state: 'answered' })).json().revision).toBe(2)
    expect((await admin.patch(`${url}${id}/`, { state: 'new' }, { headers: { 'if-match': '"1"' } })).statusCode).toBe(
      412,
    )
    const again = await admin.patch(`${url}${id}/`, { state: 'new' })
    expect(again.json()).toMatchObject({ state: 'new', answeredAt: null, answeredBy: '', revision: 3 })
    expect(await mails()).toEqual([])
    expect(await actions()).toEqual(['message.updated', 'message.updated'])
    expect(await checkRowCounts(portal.runtime.db)).toEqual([])
  })

  it('are deleted with their answers and search words', async () => {
    const { id } = await buildMessage(portal.runtime, { name: 'Vergessen' })
    await reply(id, 'Gern.')
    expect((await admin.delete(`${url}${id}/`, { headers: { 'if-match': '"1"' } })).statusCode).toBe(412)
    expect((await admin.delete(`${url}${id}/`)).statusCode).toBe(204)
    expect((await admin.get(`${url}${id}/`)).statusCode).toBe(404)
    expect(await list('?search=vergessen')).toEqual({ count: 0, results: [] })
    for (const table of ['message_reply', 'search_term'] as const) {
      const left = await portal.runtime.db.selectFrom(table).selectAll().execute()
      expect(JSON.stringify(left)).not.toContain(id)
    }
    expect(await checkRowCounts(portal.runtime.db)).toEqual([])
  })

  it('name the customers who have the sender’s address, or whose users have it', async () => {
    const company = await buildCustomer(portal.runtime, { company: 'Größl Dach', email: 'Info@Groessl.example' })
    const person = await buildCustomer(portal.runtime, { company: 'Zweite GmbH' })
    await buildUser(portal.runtime, { customerId: person.id, email: 'info@groessl.example' })
    await buildCustomer(portal.runtime, { company: 'Andere GmbH', email: 'anders@example.org' })
    const { id } = await buildMessage(portal.runtime, { email: 'INFO@groessl.example' })
    expect((await get(id)).customers).toEqual([
      { id: company.id, number: company.number, displayName: 'Größl Dach' },
      { id: person.id, number: person.number, displayName: 'Zweite GmbH' },
    ])
    const stranger = await buildMessage(portal.runtime, { email: 'fremd@example.org' })
    expect((await get(stranger.id)).customers).toEqual([])
  })

  it.each([
    [{ text: '' }, 'text', 'text.required'],
    [{ text: ' \n ' }, 'text', 'text.required'],
    [{}, 'text', 'text.required'],
    [{ text: 'x'.repeat(20_001) }, 'text', 'text.too_long'],
    [{ text: 'Gern.', email: 'boese@example.net' }, 'email', 'unknown_field'],
  ])('an answer %j is refused', async (body, field, code) => {
    const { id } = await buildMessage(portal.runtime)
    const answer = await admin.post(`${url}${id}/replies/`, body)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toEqual([expect.objectContaining({ field, code })])
    expect(await mails()).toEqual([])
    expect((await get(id)).state).toBe('new')
  })
})
