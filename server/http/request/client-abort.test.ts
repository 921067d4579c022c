import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildCustomer } from '#server/testing/build-tickets.ts'
import { countWaiting } from '#server/testing/count-waiting.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'

// SQLite lets one transaction in at a time.
describe('while an account is being deleted on postgres', () => {
  let portal: TestApp
  beforeAll(async () => {
    portal = await openTestApp('postgres')
  })
  afterAll(() => portal.close())

  /** The answer to a call that waits for the deletion, which is then committed. */
  async function during<T>({ userId, customerId }: { userId: string; customerId: string }, call: () => Promise<T>) {
    const { db } = portal.runtime
    const deleted = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    const deletion = db.transaction().execute(async trx => {
      await trx.selectFrom('customer').select('id').where('id', '=', customerId).forUpdate().execute()
      await trx.deleteFrom('user_account').where('id', '=', userId).execute()
      await trx.updateTable('customer').set({ erased_at: '9' }).where('id', '=', customerId).execute()
      deleted.resolve()
      await end.promise
    })
    await deleted.promise
    const answer = call()
    await expect.poll(() => countWaiting(db)).toBe(1)
    end.resolve()
    await deletion
    return answer
  }

  test.each(['/api/auth/second-factor/totp/', '/api/auth/passkeys/registration/'])(
    'its user gets the end of the session, not a fault: %s',
    async path => {
      const kim = await portal.client('customer')
      const account = { userId: kim.user.id, customerId: kim.user.customerId ?? '' }
      const answer = await during(account, () => kim.post(path))
      expect(answer.json()).toMatchObject({ status: 401, code: 'session.required' })
    },
  )

  test('nobody is given a new user of it', async () => {
    const admin = await portal.client('admin')
    const { id: customerId } = await buildCustomer(portal.runtime)
    const answer = await during({ userId: '', customerId }, () =>
      admin.post('/api/jfk-django-core/user/', { username: 'too.late', email: 'late@example.org', customerId }),
    )
    expect(answer.json()).toMatchObject({ status: 422, errors: [{ field: 'customerId', code: 'reference.unknown' }] })
  })
})
