/** Mails that one person can make the portal send to others: every way, tried repeatedly through the API. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { MailKind } from '#contract/mail-kinds.ts'
import { dayMs, minuteMs } from '#server/clock.ts'
import { runNextJob } from '#server/jobs/loop.ts'
import { buildUser, testPassword } from '#server/testing/build.ts'
import { buildCustomer, buildEntry, buildTicket } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { passwordJobs } from './features/accounts/password.jobs.ts'
import { reconcileDomain } from './features/dns/dns-reconciliation.commands.ts'
import { notificationJobs } from './features/notifications/notification.jobs.ts'
import { businessPerDay, mailRules } from './mail/mail-rules.ts'
import { tokenFromMail } from './testing/token-from-mail.ts'

const business = 'post@musterwerk.example'
/** Text the customer writes everywhere: it must not reach anybody else. */
const mark = 'Gewinnspiel-jetzt'
const tries = 30

describe.each(engines)('mails on %s', engine => {
  let portal: TestApp
  let kim: LoggedInClient
  let customerId: string
  let number: string
  /** The attacker, and the address to be flooded. */
  let harmful: LoggedInClient
  let aim: string
  beforeEach(async () => {
    portal = await openTestApp(engine, { env: { PUBLIC_URL: 'https://portal.example.org' } })
    const profile = JSON.stringify({ companyName: 'Musterwerk', email: business })
    await portal.runtime.db.insertInto('business_profile').values({ profile, created_at: '', updated_at: '' }).execute()
    const customer = await buildCustomer(portal.runtime, { last_name: 'Lund', email: 'buero@example.org' })
    customerId = customer.id
    number = customer.number
    kim = await portal.loginAs(await buildUser(portal.runtime, { customerId, email: 'kim@example.org' }))
    harmful = kim
    aim = 'fremd@example.org'
    // Customers choose their own names.
    await kim.patch('/api/backend/user-settings/', { firstName: mark, lastName: mark })
    await kim.patch(`/api/backend/customer/${customerId}/`, { firstName: mark, lastName: mark })
  })
  afterEach(() => portal.close())

  const settings = (body: object) => harmful.patch('/api/backend/user-settings/', body)
  const askForAddress = (email: string) => settings({ email, currentPassword: testPassword })
  const erasure = () => `/api/backend/customer/${harmful.user.customerId}/erasure/`
  const ticket = () => buildTicket(portal.runtime, { customer_id: harmful.user.customerId ?? '' })
  const request = (at: number) => harmful.post('/api/backend/requests/', { title: `${mark} ${at}` })
  const message = (at: number, remoteAddress = '198.51.100.7') =>
    portal
      .visitor()
      .post('/api/backend/messageForm/', { email: `wer${at}@example.org`, text: `${mark} und mehr` }, { remoteAddress })
  const forgetPassword = (at: number) =>
    portal
      .visitor()
      .post('/api/auth/password-reset/', { email: 'kim@example.org' }, { remoteAddress: `203.0.113.${at}` })

  /** Each way to cause mails, used with bad intent; `at` counts up. */
  const ways: Readonly<Record<string, (at: number) => Promise<unknown>>> = {
    'changing the contact address to one stranger and away': at =>
      settings({ contactEmail: at % 2 === 0 ? aim : `weg${at}@example.org` }),
    'changing the contact address from one stranger to the next': at =>
      settings({ contactEmail: `fremd${at}@example.org` }),
    'asking for another e-mail address and taking it back': async at => {
      await askForAddress(aim)
      await deliver()
      await harmful.delete('/api/backend/user-settings/email-change/')
      await askForAddress(`fremd${at}@example.org`)
    },
    'asking for the deletion and withdrawing it': async () => {
      await settings({ contactEmail: aim })
      await harmful.post(erasure(), { confirmation: number })
      await harmful.delete(erasure())
    },
    'asking to confirm a contact address': async at => {
      await settings({ contactEmail: at % 2 === 0 ? aim : `weg${at}@example.org` })
      await harmful.post('/api/backend/user-settings/contact-confirmation/')
      await deliver()
    },
    'ordering the newsletter and stopping it': async () => {
      await settings({ newsletter: true })
      await deliver()
      await settings({ newsletter: false })
    },
    'moving the cost ceiling': async at => {
      await settings({ contactEmail: aim })
      const { id } = await ticket()
      await buildEntry(portal.runtime, { ticket_id: id, total_cents: 100_000 })
      await portal.runtime.db.updateTable('ticket').set({ total_cents: 100_000 }).where('id', '=', id).execute()
      await harmful.patch(`/api/backend/tickets/${id}/`, { budget: 900 + at })
    },
    'adding domains that fail': async () => {
      const domain = `a${portal.clock.now().getTime()}.example`
      const added = await harmful.post('/api/backend/dns-domains/', { domain, type: 'cloudflare' })
      const { id: domainId } = added.json()
      await harmful.post('/api/backend/dns-hostnames/', {
        domainId,
        hostname: 'www',
        type: 'A',
        source: 'fixed',
        value: '9.9.9.9',
      })
      await reconcileDomain(portal.runtime, domainId)
      portal.clock.advance(minuteMs)
    },
    'asking for links to a new password': async at => {
      await forgetPassword(at)
      await runJobs()
      portal.clock.advance(11 * minuteMs)
    },
    'changing the password': async at => {
      const [currentPassword, newPassword] =
        at % 2 === 0 ? [testPassword, `${testPassword}-2`] : [`${testPassword}-2`, testPassword]
      await harmful.post('/api/auth/password/', { currentPassword, newPassword })
    },
    'writing requests': request,
    'writing to the contact form': async at => {
      await message(at)
      portal.clock.advance(10 * minuteMs)
    },
    'writing to the contact form from everywhere': at => message(at, `198.51.100.${at}`),
  }

  const runJobs = async () => {
    while (await runNextJob(portal.runtime, [...passwordJobs, ...notificationJobs]));
  }
  /** As if a mail server took all of them at once: nothing can be recalled. */
  const deliver = () => portal.runtime.db.updateTable('outbox_mail').set({ state: 'sent' }).execute()
  const mails = () => portal.runtime.db.selectFrom('outbox_mail').selectAll().orderBy('id').execute()

  test.each(Object.keys(ways))('by %s are few, and contain no text of the sender', async name => {
    await portal.runtime.db.deleteFrom('outbox_mail').execute()
    for (let at = 0; at < tries; at += 1) {
      await ways[name]?.(at)
      await deliver()
    }
    await runJobs()
    const caused = await mails()
    expect(caused.length).toBeGreaterThan(0)

    for (const [address, ofAddress] of Map.groupBy(caused, mail => mail.recipient)) {
      for (const [kind, { length }] of Map.groupBy(ofAddress, mail => mail.kind as MailKind)) {
        const limit = address === business ? businessPerDay : (mailRules[kind]?.perRecipient ?? 1)
        expect([address, kind, length <= limit]).toEqual([address, kind, true])
      }
      if (address.startsWith('fremd') || address.startsWith('weg')) expect(ofAddress).toHaveLength(1)
    }
    const others = caused.filter(({ recipient }) => recipient !== business && recipient !== 'kim@example.org')
    for (const mail of others) expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toContain(mark)
    for (const kind of new Set(caused.map(mail => mail.kind as MailKind))) {
      const perSender = mailRules[kind]?.perSender ?? tries
      const toPersons = caused.filter(mail => mail.kind === kind && mail.recipient !== business)
      expect([kind, toPersons.length <= Math.max(perSender, 5)]).toEqual([kind, true])
    }
  })

  test.each(Object.keys(ways))('by others, %s, do not suppress a warning to a confirmed address', async name => {
    const others = await buildCustomer(portal.runtime, { last_name: 'Fremd' })
    number = others.number
    harmful = await portal.loginAs(
      await buildUser(portal.runtime, { customerId: others.id, email: 'eve@example.org', username: 'eve' }),
    )
    for (aim of ['buero@example.org', 'kim@example.org']) {
      for (let at = 0; at < tries; at += 1) {
        await ways[name]?.(at)
        await deliver()
      }
    }
    await portal.runtime.db.deleteFrom('outbox_mail').execute()

    // Now a thief with the account's password acts.
    const thief = await portal.loginAs(kim.user)
    await thief.patch('/api/backend/user-settings/', { contactEmail: 'dieb@example.org' })
    await thief.patch('/api/backend/user-settings/', { email: 'eva@example.org', currentPassword: testPassword })
    await thief.post('/api/auth/password/', { currentPassword: testPassword, newPassword: `${testPassword}-9` })
    const warnings = (await mails()).map(({ kind, recipient }) => `${kind} to ${recipient}`)
    expect(warnings).toEqual(
      expect.arrayContaining([
        'contact_email_changed to buero@example.org',
        'email_changed to kim@example.org',
        'password_changed to kim@example.org',
      ]),
    )
  })

  test('that were omitted today leave nothing undone: their news is in the portal', async () => {
    for (let at = 0; at < tries; at += 1) await request(at)
    const admin = await portal.client('admin')
    expect((await admin.get('/api/backend/requests/?state=open')).json().count).toBe(tries)
    const kinds = (await mails()).filter(mail => mail.recipient === business).map(mail => mail.kind)
    expect(kinds.filter(kind => kind === 'request')).toHaveLength(mailRules.request?.perSender ?? 0)
    expect(kinds.filter(kind => kind === 'more_in_portal')).toHaveLength(1)
  })

  test('of a deletion that is requested too often are refused with the call, and withdrawing never is', async () => {
    const answers: unknown[] = []
    for (let at = 0; at < 4; at += 1) {
      const asked = await kim.post(erasure(), { confirmation: number })
      const withdrawn = await kim.delete(erasure())
      answers.push([asked.statusCode, asked.headers['retry-after'] !== undefined, withdrawn.statusCode])
    }
    expect(answers).toEqual([...Array.from({ length: 3 }, () => [200, false, 200]), [429, true, 409]])
  })

  test('with a link for a new password are sent while none works, however many strangers have asked', async () => {
    const links = async () => (await mails()).filter(mail => mail.kind === 'password_reset').length
    const ask = async (at: number) => {
      expect((await forgetPassword(at)).statusCode).toBe(204)
      await runJobs()
      await deliver()
      return links()
    }
    for (let at = 0; at < 5; at += 1) {
      await ask(at)
      portal.clock.advance(10 * minuteMs)
    }
    expect(await links()).toBe(5)
    expect(await ask(5)).toBe(5)
    portal.clock.advance(20 * minuteMs)
    expect(await ask(6)).toBe(6)
  })

  test('about news never go to an unconfirmed contact address: its only mail is the link that confirms it', async () => {
    const admin = await portal.client('admin')
    const work = async (name: string) => {
      const { id } = await buildTicket(portal.runtime, { customer_id: customerId, name: mark })
      await admin.post('/api/backend/ticket-entries/', { ticketId: id, name, quantity: 1 })
    }
    const passTime = async (ms: number) => {
      portal.clock.advance(ms)
      await runJobs()
    }
    const to = async (address: string) =>
      (await mails()).filter(({ recipient }) => recipient === address).map(({ kind }) => kind)
    // A mail that waits when the address is changed does not replace the link either.
    await work('Grube')
    await settings({ contactEmail: 'fremd@example.org' })
    await work('Zaun')
    await passTime(11 * minuteMs)
    expect(await to('fremd@example.org')).toEqual(['contact_confirmation'])
    expect(await to('kim@example.org')).toEqual(['ticket_entry', 'ticket_entry'])

    // Without a user to notify it waits until the address is confirmed, and is not lost.
    await portal.runtime.db
      .updateTable('user_account')
      .set({ email: '', email_key: '' })
      .where('customer_id', '=', customerId)
      .execute()
    await work('Dach')
    await passTime(3 * dayMs)
    await passTime(dayMs)
    expect(await to('fremd@example.org')).toEqual(['contact_confirmation'])
    kim = await portal.loginAs(kim.user)
    expect((await kim.post('/api/backend/user-settings/contact-confirmation/')).statusCode).toBe(200)
    const token = await tokenFromMail(portal.runtime, 'contact_confirmation', 'fremd@example.org')
    const confirmation = '/api/backend/user-settings/confirmation/'
    expect((await portal.visitor().post(confirmation, { token })).statusCode).toBe(204)
    await passTime(dayMs)
    const last = (await mails()).findLast(({ recipient }) => recipient === 'fremd@example.org')
    expect([last?.kind, last?.text.includes('Dach')]).toEqual(['ticket_entry', true])
  })

  test('do not reveal whether an address is known here', async () => {
    await buildUser(portal.runtime, { email: 'bekannt@example.org' })
    const answers = []
    for (const email of ['bekannt@example.org', 'unbekannt@example.org']) {
      const first = await askForAddress(email)
      await kim.delete('/api/backend/user-settings/email-change/')
      const second = await askForAddress(email)
      answers.push([first.statusCode, second.statusCode, second.json().code])
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toEqual([200, 429, 'mail.too_many'])
  })
})
