/** Kim, a customer's user with an own address, for tests of the user's own settings. */
import { buildUser } from './build.ts'
import { buildCustomer } from './build-tickets.ts'
import type { LoggedInClient, TestApp } from './test-app.ts'

export const url = '/api/backend/user-settings/'

export type OwnSettings = Awaited<ReturnType<typeof openOwnSettings>>

let count = 0

/** `kim` is logged in with the address `old`; `fresh` belongs to nobody yet. */
export async function openOwnSettings(portal: TestApp) {
  count += 1
  const old = `kim${count}@example.org`
  const fresh = `neu${count}@example.org`
  await portal.runtime.db.deleteFrom('throttle').execute()
  const customer = await buildCustomer(portal.runtime, {
    first_name: 'Kim',
    last_name: 'Lund',
    email: old,
    is_notified: 1,
  })
  const parts = { customerId: customer.id, email: old, firstName: 'Kim', lastName: 'Lund', username: `kim-${count}` }
  const mailsTo = async (recipient: string) =>
    portal.runtime.db.selectFrom('outbox_mail').selectAll().where('recipient', '=', recipient).orderBy('id').execute()
  // A new login replaces the previous one.
  const own: { kim: LoggedInClient } = { kim: await portal.loginAs(await buildUser(portal.runtime, parts)) }
  return Object.assign(own, {
    old,
    fresh,
    read: async (client = own.kim) => (await client.get(url)).json(),
    patch: (body: object, client = own.kim) => client.patch(url, body),
    mailsTo,
    kindsTo: async (recipient: string) => (await mailsTo(recipient)).map(({ kind }) => kind),
  })
}
