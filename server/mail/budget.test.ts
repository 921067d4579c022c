import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type MailKind, mailKinds } from '#contract/mail-kinds.ts'
import { warningKinds } from '#contract/notifications.ts'
import { type Actor, portalItself, visitor } from '#server/auth/actor.ts'
import { dayMs } from '#server/clock.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildCustomer } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { openPostOffice, type PostOffice } from '#server/testing/outbox-with-smtp.ts'
import type { About } from './budget.ts'
import { businessPerDay, mailRules } from './mail-rules.ts'
import { enqueueMail } from './outbox.ts'

const peoples = mailKinds.filter(kind => mailRules[kind] !== null)
const businesses = mailKinds.filter(kind => mailRules[kind] === null)

describe.each(engines)('mails that people cause, on %s', engine => {
  let office: PostOffice
  beforeEach(async () => {
    office = await openPostOffice(engine)
  })
  afterEach(() => office.close())

  const customerActor = (customerId: string): Actor => ({
    kind: 'user',
    userId: customerId,
    username: 'kim',
    name: 'Kim',
    role: 'customer',
    customerId,
    sessionId: '',
    impersonation: null,
  })
  const cause = (kind: MailKind, by: { actor: Actor; address?: string }, to: string, about: About = null) =>
    inTransaction(office.runtime, trx =>
      enqueueMail(
        trx,
        { ...office.runtime, address: '192.0.2.7', ...by },
        { kind, to, about, subject: 'Betreff', text: 'Text', html: '' },
      ),
    )
  const refusal = (error: unknown) => (error instanceof Error ? error.message : String(error))
  /** As many as anybody would try; returns how many of the kind are in the outbox. */
  const causeOften = async (kind: MailKind, times: number, one: (at: number) => Promise<unknown>) => {
    const refusals = new Set<string>()
    for (let at = 0; at < times; at += 1) await one(at).catch(error => refusals.add(refusal(error)))
    return { count: (await office.rows()).filter(row => row.kind === kind).length, refusals: [...refusals] }
  }
  const buildOne = async () => {
    const customer = await buildCustomer(office.runtime, { email: 'kunde@example.org' })
    const user = await buildUser(office.runtime, { customerId: customer.id, email: 'kim@example.org' })
    return { customer, user, actor: customerActor(customer.id), about: { customerId: customer.id } }
  }

  test.each(peoples)('%s reaches one address so often in a day, from all senders', async kind => {
    const rule = mailRules[kind]
    const { about } = await buildOne()
    const limit = rule?.perRecipient ?? 0
    const attempt = (at: number) => cause(kind, { actor: customerActor(String(at)) }, 'kunde@example.org', about)
    const found = await causeOften(kind, limit + 3, attempt)
    expect(found).toEqual({ count: limit, refusals: rule?.beyond === 'refuse' ? ['mail.too_many'] : [] })
    office.runtime.pass(dayMs)
    expect(await cause(kind, { actor: customerActor('again') }, 'kunde@example.org', about)).toBe(true)
  })

  test.each(peoples.filter(kind => mailRules[kind]?.perSender !== null))(
    '%s comes from one sender so often in a day, to all recipients',
    async kind => {
      const rule = mailRules[kind]
      const limit = rule?.perSender ?? 0
      const attempt = async (at: number) => {
        // A warning to a confirmed address is limited only by its recipient.
        const isConfirmed = warningKinds.some(warning => warning === kind) ? 0 : 1
        const email = `ziel${at}@example.org`
        const { id } = await buildCustomer(office.runtime, { email, is_email_confirmed: isConfirmed })
        return cause(kind, { actor: customerActor('one') }, `ziel${at}@example.org`, { customerId: id })
      }
      const found = await causeOften(kind, limit + 3, attempt)
      expect(found).toEqual({ count: limit, refusals: rule?.beyond === 'refuse' ? ['mail.too_many'] : [] })
      expect(await cause(kind, { actor: visitor }, 'kunde@example.org', (await buildOne()).about)).toBe(true)
    },
  )

  test.each(businesses)('%s cannot be caused by people', async kind => {
    for (const actor of [visitor, customerActor('one')]) {
      await expect(cause(kind, { actor }, 'kunde@example.org')).rejects.toThrow('not for')
    }
    for (let at = 0; at < 3; at += 1) {
      expect(await cause(kind, { actor: portalItself }, 'kunde@example.org')).toBe(true)
    }
  })

  test('an unconfirmed address gets one mail a day of all kinds and from all senders', async () => {
    const stranger = 'fremd@example.org'
    const results: unknown[] = []
    for (const kind of peoples.filter(one => !mailRules[one]?.isToOwner)) {
      const { about, actor } = await buildOne().then(
        one => one,
        async () => ({ about: null, actor: customerActor(kind) }),
      )
      results.push(await cause(kind, { actor }, stranger, about).catch(refusal))
    }
    expect(results.filter(result => result === true)).toHaveLength(1)
    expect((await office.rows()).filter(row => row.recipient === stranger)).toHaveLength(1)
    // In another spelling it is the same address.
    expect(await cause('erasure', { actor: customerActor('two') }, 'Fremd@Example.org').catch(refusal)).toBe(
      'mail.too_many',
    )
    office.runtime.pass(dayMs)
    expect(await cause('erasure', { actor: customerActor('two') }, stranger)).toBe(true)
  })

  test('a contact address entered by the customer is unconfirmed until its link is used', async () => {
    const { customer, actor, about } = await buildOne()
    await office.runtime.db.updateTable('customer').set({ is_email_confirmed: 0 }).execute()
    const ask = () => cause('ticket_budget', { actor }, 'kunde@example.org', about)
    expect([await ask(), await ask()]).toEqual([true, false])
    await office.runtime.db
      .updateTable('customer')
      .set({ is_email_confirmed: 1 })
      .where('id', '=', customer.id)
      .execute()
    expect(await ask()).toBe(true)
  })

  test('the business is notified of incoming mails, and once a day that there are more', async () => {
    const send = (at: number) =>
      cause('message', { actor: visitor, address: `198.51.100.${at % 40}` }, 'post@musterwerk.example')
    const { count, refusals } = await causeOften('message', 3 * businessPerDay, send)
    expect([count, refusals]).toEqual([businessPerDay, []])
    const more = (await office.rows()).filter(row => row.kind === 'more_in_portal')
    expect(more).toMatchObject([{ recipient: 'post@musterwerk.example', customer_id: null }])
    expect(more[0]?.text).toContain('Kontaktnachrichten')
  })

  test('counters contain no readable address', async () => {
    const { about, actor } = await buildOne()
    await cause('newsletter_confirmation', { actor }, 'kunde@example.org', about)
    const keys = await office.runtime.db.selectFrom('throttle').select('key').execute()
    expect(keys.length).toBeGreaterThan(0)
    expect(JSON.stringify(keys)).not.toContain('@')
  })

  test('no more simultaneous senders pass than consecutive ones', async () => {
    const attempts = await Promise.allSettled(
      Array.from({ length: 12 }, (_, at) =>
        cause('email_confirmation', { actor: customerActor(String(at)) }, 'ziel@example.org'),
      ),
    )
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await office.rows()).toHaveLength(1)
  })

  test('a mail references the token of its link in its row, regardless of its text', async () => {
    const { about } = await buildOne()
    const send = (token?: string) =>
      inTransaction(office.runtime, trx =>
        enqueueMail(
          trx,
          { ...office.runtime, actor: visitor, address: '192.0.2.7' },
          {
            kind: 'password_changed',
            to: 'kim@example.org',
            about,
            subject: '',
            text: 'Name #token=abc',
            html: '',
            ...(token && { token }),
          },
        ),
      )
    await send()
    await send('anderes-token')
    const rows = await office.rows()
    expect(rows.map(row => row.token_hash === null)).toEqual([true, false])
    await office.deliver()
    await office.deliver()
    expect((await office.rows()).map(({ text }) => text)).toEqual(['Name #token=abc', 'Name #token=abc'])
  })
})
