import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#server/database/transaction.ts'
import { engines } from '#server/testing/engines.ts'
import { openPostOffice, type PostOffice, sampleMail } from '#server/testing/outbox-with-smtp.ts'
import { byPortal } from './budget.ts'
import { enqueueMail } from './outbox.ts'

describe.each(engines)('on %s', engine => {
  let office: PostOffice
  beforeEach(async () => {
    office = await openPostOffice(engine)
  })
  afterEach(() => office.close())

  test('a mail arrives as written, from the business, with its own Message-ID', async () => {
    await office.enqueue({ replyTo: 'frage@example.net' })
    expect(await office.deliver()).toBe(true)
    const [arrived] = office.sink.mails
    expect(arrived).toMatchObject({
      from: { name: 'Musterwerk', address: 'post@musterwerk.example' },
      to: [{ address: 'kunde@example.org' }],
      replyTo: [{ address: 'frage@example.net' }],
      subject: sampleMail.subject,
      recipients: ['kunde@example.org'],
      messageId: `<${(await office.row())?.id}@musterwerk.example>`,
    })
    expect(arrived?.text).toContain('#token=geheim-123_x')
    expect(arrived?.html).toContain('#token=geheim-123_x')
    expect(arrived?.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))
    expect(await office.deliver()).toBe(false)
    expect(office.sink.mails).toHaveLength(1)
  })

  test('a domain with umlauts is sent in its ASCII form', async () => {
    await office.saveProfile({ companyName: 'Musterwerk', email: 'post@größl.example' })
    await office.enqueue({ to: 'info@müller.example', replyTo: 'frage@häuser.example' })
    await office.deliver()
    // The sink converts received ASCII back to umlauts, except for the Message-ID.
    expect(office.sink.mails[0]).toMatchObject({
      recipients: ['info@müller.example'],
      messageId: `<${(await office.row())?.id}@xn--grl-6ka8i.example>`,
    })
  })

  test('after the delivery the outbox no longer holds the link that opens the account', async () => {
    await office.enqueue()
    expect((await office.row())?.text).toContain('#token=geheim-123_x')
    await office.deliver()
    const sent = await office.row()
    expect(sent).toMatchObject({ state: 'sent', sent_at: '2026-03-02T09:00:00.000Z', lease_until: null })
    expect(JSON.stringify(sent)).not.toContain('geheim')
    expect(sent?.text).toContain('https://example.org/passwort-setzen#token=entfernt')
    expect(sent?.html).toContain('"https://example.org/passwort-setzen#token=entfernt"')
  })

  test('a rolled-back mail is never sent', async () => {
    await expect(
      inTransaction(office.runtime, async trx => {
        await enqueueMail(trx, byPortal(office.runtime), sampleMail)
        throw new Error('rolled back')
      }),
    ).rejects.toThrow()
    expect(await office.deliver()).toBe(false)
    expect(await office.rows()).toEqual([])
  })

  test('there is one mail per matter', async () => {
    await office.enqueue({ kind: 'ticket_budget', key: 'ticket-1:80' })
    await office.enqueue({ kind: 'ticket_budget', key: 'ticket-1:80' })
    await office.enqueue({ kind: 'ticket_budget', key: 'ticket-1:100' })
    await office.enqueue({ kind: 'request', key: 'ticket-1:80' })
    await office.enqueue()
    await office.enqueue()
    expect(await office.rows()).toHaveLength(5)
  })

  test.each([
    'kunde@example.org, zweiter@example.org',
    'kunde@example.org\r\nBcc: zweiter@example.org',
    'Kunde <kunde@example.org>',
    'kunde',
    '',
    '@example.org',
  ])('a mail to %j is refused before it is stored', async to => {
    await expect(office.enqueue({ to })).rejects.toThrow('no address')
    await expect(office.enqueue({ replyTo: to })).rejects.toThrow('no address')
    expect(await office.rows()).toEqual([])
  })

  test('user text adds no header and no recipient', async () => {
    await office.saveProfile({
      companyName: 'Muster\r\nBcc: boese@example.net',
      email: 'post@musterwerk.example',
    })
    await office.enqueue({ subject: 'Frage\r\nBcc: boese@example.net\u2028X-Evil: 1\n\nRumpf' })
    await office.deliver()
    const [arrived] = office.sink.mails
    expect(arrived?.recipients).toEqual(['kunde@example.org'])
    expect(arrived?.subject).toBe('Frage Bcc: boese@example.net X-Evil: 1 Rumpf')
    const names = arrived?.headers.map(header => header.key) ?? []
    expect(names).not.toContain('bcc')
    expect(names).not.toContain('x-evil')
    expect(arrived?.source.split('\r\n\r\n')[0]).not.toMatch(/^(bcc|x-evil):/im)
  })
})
