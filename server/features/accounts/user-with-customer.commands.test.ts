import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '#server/testing/engines.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

const path = '/api/jfk-django-core/user/'

describe.each(engines)('a customer created with a login on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  beforeAll(async () => {
    portal = await openTestApp(engine)
    admin = await portal.client('admin')
  })
  afterAll(() => portal.close())

  const countRows = async () => {
    const { db } = portal.runtime
    const counts = await Promise.all(
      (['customer', 'user_account', 'outbox_mail', 'audit_entry'] as const).map(table =>
        db
          .selectFrom(table)
          .select(eb => eb.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow(),
      ),
    )
    return counts.map(({ count }) => Number(count))
  }

  it('gets one user with the same name and address, who is invited', async () => {
    const customer = { lastName: 'Größl', firstName: 'Annelie', email: 'annelie@groessl.example' }
    const answer = await admin.post(path, { username: 'annelie', invite: true, customer })
    expect(answer.statusCode).toBe(201)
    const user = answer.json()
    expect(user).toMatchObject({ ...customer, username: 'annelie', role: 'customer', isActive: true })
    expect(user.invitedAt).not.toBeNull()
    const stored = (await admin.get(`/api/backend/customer/${user.customerId}/`)).json()
    expect(stored).toMatchObject({ ...customer, users: [{ id: user.id, username: 'annelie' }] })
    const mails = await portal.runtime.db
      .selectFrom('outbox_mail')
      .select(['kind', 'recipient'])
      .where('recipient', '=', customer.email)
      .execute()
    expect(mails).toEqual([{ kind: 'invitation', recipient: customer.email }])
  })

  it.each([
    ['a username that is taken', { username: 'ANNELIE' }, 'username', 'username.taken'],
    ['no name', { customer: { email: 'a@b.example' } }, 'customer.lastName', 'customer.name_required'],
    ['an invitation without an address', { customer: { lastName: 'Ohne' } }, 'customer.email', 'email.required'],
    ['a role', { role: 'admin' }, 'role', 'unknown_field'],
    ['a field of a customer that is wrong', { customer: { lastName: 'A', zip: '1' } }, 'customer.zip', 'unknown_field'],
  ])('is refused completely with %s', async (_, part, field, code) => {
    const before = await countRows()
    const body = { username: 'neu', invite: true, customer: { lastName: 'Neu', email: 'neu@neu.example' }, ...part }
    const answer = await admin.post(path, body)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toEqual([expect.objectContaining({ field, code })])
    expect(await countRows()).toEqual(before)
  })

  it('is only for admins', async () => {
    const kim = await portal.client('customer')
    const body = { username: 'fremd', customer: { lastName: 'Fremd' } }
    expect((await kim.post(path, body)).statusCode).toBe(403)
  })
})
