import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hourMs, instantText, minuteMs, plusMs } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/database/ids.ts'
import { saveSearchTerms } from '#server/database/search-terms.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { buildUser } from '#server/testing/build.ts'
import { engines, openTestDatabase, type TestDatabase } from '#server/testing/engines.ts'
import { type TestRuntime, testContext, testRuntime } from '#server/testing/test-runtime.ts'
import {
  createOneTimeToken,
  findOneTimeToken,
  removeExpiredTokens,
  revokeOneTimeTokens,
  spendOneTimeToken,
  withoutToken,
} from './one-time-tokens.ts'
import { hashToken, newToken } from './tokens.ts'

type Kind = Parameters<typeof createOneTimeToken>[1]

const all: readonly Kind[] = ['invitation', 'password_reset', 'set_up']

describe.each(engines)('a link that works once on %s', engine => {
  let database: TestDatabase
  let runtime: TestRuntime & Context
  let userId: string
  beforeAll(async () => {
    database = await openTestDatabase(engine)
    runtime = testContext(testRuntime(database))
    userId = (await buildUser(runtime)).id
  })
  afterAll(() => database.close())

  const create = (kind: Kind, user: string | null = userId) =>
    inTransaction(runtime, trx => createOneTimeToken(trx, kind, user, runtime.clock.now()))
  const find = (token: string, kinds = all, at = runtime.clock.now()) => findOneTimeToken(runtime.db, token, kinds, at)
  const spend = (token: string, kinds = all, at = runtime.clock.now()) =>
    inTransaction(runtime, trx => spendOneTimeToken(trx, token, kinds, at))

  test.each([
    ['invitation', 72 * hourMs],
    ['password_reset', 30 * minuteMs],
    ['set_up', 24 * hourMs],
  ] as const)('as %s is good for %i ms', async (kind, lifetime) => {
    const token = await create(kind)
    const at = (ms: number) => plusMs(runtime.clock.now(), ms)
    expect(await find(token)).toEqual({ kind, user_id: userId, expires_at: instantText(at(lifetime)) })
    expect(await find(token, all, at(lifetime - 1))).toMatchObject({ kind })
    expect(await find(token, all, at(lifetime))).toBeUndefined()
    expect(await spend(token, all, at(lifetime))).toBeUndefined()
    expect(await spend(token, all, at(lifetime - 1))).toEqual({
      kind,
      user_id: userId,
      token_hash: hashToken(token),
    })
    expect(await find(token)).toBeUndefined()
    expect(await spend(token)).toBeUndefined()
  })

  test('is valid for its own purpose only', async () => {
    const token = await create('invitation')
    expect(await find(token, ['password_reset', 'set_up'])).toBeUndefined()
    expect(await spend(token, ['password_reset', 'set_up'])).toBeUndefined()
    expect(await spend(newToken())).toBeUndefined()
    expect(await spend(token, ['password_reset', 'invitation'])).toMatchObject({ kind: 'invitation' })
  })

  test('is replaced by the next of its kind for its user; set-up links are not', async () => {
    const other = (await buildUser(runtime)).id
    const [first, invitation, others] = [
      await create('password_reset'),
      await create('invitation'),
      await create('password_reset', other),
    ]
    const second = await create('password_reset')
    const found = await Promise.all([first, second, invitation, others].map(token => find(token)))
    expect(found.map(row => row?.kind)).toEqual([undefined, 'password_reset', 'invitation', 'password_reset'])
    const links = [await create('set_up', null), await create('set_up', null)]
    expect(await Promise.all(links.map(token => find(token)))).toMatchObject([{ user_id: null }, { user_id: null }])
  })

  test('is revoked if it was not used', async () => {
    const [used, unused] = [await create('invitation'), await create('password_reset')]
    await spend(used)
    await inTransaction(runtime, trx => revokeOneTimeTokens(trx, userId, all))
    expect(await find(unused)).toBeUndefined()
    const kept = await runtime.db
      .selectFrom('one_time_token')
      .select('token_hash')
      .where('user_id', '=', userId)
      .execute()
    expect(kept.map(row => row.token_hash)).toContain(hashToken(used))
  })

  describe('in a mail', () => {
    const link = (token: string) => `https://example.org/passwort-setzen#token=${token}`
    const mail = async (token: string, parts: { state?: 'waiting' | 'sent'; lease_until?: string } = {}) => {
      const id = newId()
      const now = instantText(runtime.clock.now())
      const text = `Bitte öffnen: ${link(token)} Danke`
      await inTransaction(runtime, async trx => {
        await trx
          .insertInto('outbox_mail')
          .values({
            id,
            kind: 'invitation',
            key: null,
            recipient: 'kim@example.org',
            customer_id: null,
            reply_to: '',
            subject: 'Einladung',
            text,
            html: `<a href="${link(token)}">Öffnen</a>`,
            unsubscribe_url: '',
            batch: '',
            state: parts.state ?? 'waiting',
            attempts: 0,
            next_attempt_at: now,
            lease_until: parts.lease_until ?? null,
            sent_at: parts.state === 'sent' ? now : null,
            last_error: '',
            token_hash: hashToken(token),
            created_at: now,
            updated_at: now,
          })
          .execute()
        await saveSearchTerms(trx, 'outbox_mail', id, ['Einladung'])
      })
      return id
    }
    const read = (id: string) =>
      runtime.db
        .selectFrom('outbox_mail')
        .select(['text', 'html', 'token_hash'])
        .where('id', '=', id)
        .executeTakeFirst()
    const isFound = async (id: string) =>
      (await runtime.db.selectFrom('search_term').select('term').where('subject_id', '=', id).execute()).length > 0
    const emptied = {
      text: 'Bitte öffnen: https://example.org/passwort-setzen#token=entfernt Danke',
      html: '<a href="https://example.org/passwort-setzen#token=entfernt">Öffnen</a>',
      token_hash: null,
    }

    test('that was sent is removed once used, and a waiting mail is not sent', async () => {
      const [token, untouched] = [await create('invitation'), await create('set_up')]
      const sent = await mail(token, { state: 'sent' })
      const leaving = await mail(token, { lease_until: instantText(runtime.clock.now()) })
      const waiting = await mail(token)
      const other = await mail(untouched)
      await spend(token)
      expect(await read(sent)).toEqual(emptied)
      expect(await read(leaving)).toEqual(emptied)
      expect(await read(waiting)).toBeUndefined()
      expect([await isFound(waiting), await isFound(sent)]).toEqual([false, true])
      expect(await read(other)).toMatchObject({ token_hash: hashToken(untouched) })
    })

    test('is removed when it is revoked or expired', async () => {
      const revoked = await create('password_reset')
      const id = await mail(revoked, { state: 'sent' })
      await inTransaction(runtime, trx => revokeOneTimeTokens(trx, userId, ['password_reset']))
      expect(await read(id)).toEqual(emptied)

      const token = await create('password_reset')
      const late = await mail(token, { state: 'sent' })
      const end = plusMs(runtime.clock.now(), 30 * minuteMs)
      const removeBefore = (at: Date) => inTransaction(runtime, trx => removeExpiredTokens(trx, instantText(at)))
      await removeBefore(plusMs(end, -1))
      expect(await read(late)).toMatchObject({ token_hash: hashToken(token) })
      expect(await find(token)).toBeDefined()
      await removeBefore(end)
      expect(await read(late)).toEqual(emptied)
      expect(await find(token)).toBeUndefined()
    })
  })
})

test('in a mail is removed only where it matches the row, similar text stays', () => {
  const token = newToken()
  const text = `#token=${token} und #token=${newToken()}`
  expect(withoutToken(text, hashToken(token))).toBe(text.replace(token, 'entfernt'))
  expect(withoutToken(text, null)).toBe(text)
  expect(withoutToken('Name #token=entwendet', hashToken(token))).toBe('Name #token=entwendet')
})
