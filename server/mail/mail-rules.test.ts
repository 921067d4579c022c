import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mailKinds } from '#contract/mail-kinds.ts'
import { warningKinds } from '#contract/notifications.ts'
import { visitor } from '#server/auth/actor.ts'
import { mailRules, sendersOf } from './mail-rules.ts'

test('every kind of mail has its rule, and no other', () => {
  expect(Object.keys(mailRules).toSorted()).toEqual([...mailKinds].toSorted())
  expect(new Set(mailKinds).size).toBe(mailKinds.length)
})

test('a warning is never refused, and never used up by other mails of its cause', () => {
  for (const kind of warningKinds) {
    expect([kind, mailRules[kind]?.beyond]).toEqual([kind, 'leave out'])
    // About the contact address, it goes to the previous one: that may be anybody's.
    if (kind !== 'contact_email_changed') expect([kind, mailRules[kind]?.perSender]).toEqual([kind, null])
  }
})

test('every mail passes the rule: only the outbox inserts into the outbox', () => {
  const files = globSync('server/**/*.ts').filter(
    file => !/\.test\.ts$|^server\/(testing|demo|database\/migrations)\//.test(file),
  )
  const writers = files.filter(file => readFileSync(file, 'utf8').includes("insertInto('outbox_mail')"))
  expect(writers).toEqual(['server/mail/outbox.ts'])
})

test('the cause of a mail is a customer, a user without one or the networks of a visitor; the business and the portal are not counted', () => {
  const user = { kind: 'user', userId: 'u', username: 'kim', name: 'Kim', sessionId: '', impersonation: null } as const
  const of = (actor: Parameters<typeof sendersOf>[0]['actor']) =>
    sendersOf({ actor, address: '2001:db8::7' })?.map(({ name, times }) => `${name} × ${times}`) ?? null
  expect(of({ ...user, role: 'customer', customerId: 'c' })).toEqual(['customer c × 1'])
  expect(of({ ...user, role: 'customer', customerId: null })).toEqual(['user u × 1'])
  expect(of(visitor)).toEqual(['network 2001:db8:0:0::/64 × 1', 'network 2001:db8:0::/48 × 5'])
  expect(of({ ...user, role: 'admin', customerId: 'c' })).toBeNull()
  expect(of({ kind: 'program', name: 'portal' })).toBeNull()
  // Without the required second factor one is no admin yet.
  expect(of({ ...user, role: 'admin', customerId: null, lacksSecondFactor: true })).toEqual(['user u × 1'])
})
