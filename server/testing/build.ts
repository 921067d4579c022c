/** Rows for tests, bypassing the commands; a test names only the values it is about. */
import { randomUUID } from 'node:crypto'
import type { Role } from '#contract/accounts.ts'
import { openSession } from '#server/auth/sessions.ts'
import { dayMs, instantText, plusMs } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import { addressKey } from '#server/database/address-key.ts'
import { fold, foldCase } from '#server/database/fold.ts'
import { newId } from '#server/database/ids.ts'

export const testPassword = 'Regenschirm-Laterne-7'

export type BuiltUser = { id: string; username: string; role: Role; customerId: string | null }

type UserParts = {
  username?: string
  role?: Role
  /** The customer of the user; a new one by default. null: none. */
  customerId?: string | null
  email?: string
  firstName?: string
  lastName?: string
  isActive?: boolean
  /** null: invited, but no password yet. */
  password?: string | null
}

/** A user who can log in with `testPassword`. */
export async function buildUser(runtime: Runtime, parts: UserParts = {}): Promise<BuiltUser> {
  const id = newId()
  const username = parts.username ?? `user-${randomUUID().slice(0, 8)}`
  const role = parts.role ?? 'customer'
  const customerId = parts.customerId === undefined ? await buildBareCustomer(runtime) : parts.customerId
  const email = parts.email ?? `${foldCase(username)}@example.org`
  const password = parts.password === undefined ? testPassword : parts.password
  const now = instantText(runtime.clock.now())
  await runtime.db
    .insertInto('user_account')
    .values({
      id,
      username,
      username_key: foldCase(username),
      email,
      email_key: addressKey(email),
      first_name: parts.firstName ?? '',
      last_name: parts.lastName ?? '',
      role,
      customer_id: customerId,
      password_hash: password === null ? null : await runtime.passwords.hash(password, ''),
      is_active: parts.isActive === false ? 0 : 1,
      invited_at: null,
      last_login_at: null,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return { id, username, role, customerId }
}

/** A session as created by a login, without the login. */
export async function buildSession(runtime: Runtime, user: { id: string; role: Role }) {
  return runtime.db
    .transaction()
    .execute(trx => openSession(trx, { clock: runtime.clock, address: '127.0.0.1', userAgent: 'test' }, user))
}

/** A customer's newsletter: confirmed, or waiting for its link. */
export async function buildConsent(
  runtime: Runtime,
  customerId: string,
  email: string,
  state: 'pending' | 'confirmed' = 'confirmed',
): Promise<{ id: string; email: string }> {
  const id = newId()
  const now = runtime.clock.now()
  const isConfirmed = state === 'confirmed'
  await runtime.db
    .insertInto('newsletter_consent')
    .values({
      id,
      customer_id: customerId,
      user_id: null,
      email,
      wording: 'Ich möchte den Newsletter erhalten.',
      token_hash: randomUUID(),
      state,
      asked_at: instantText(now),
      asked_from: '127.0.0.1',
      expires_at: instantText(plusMs(now, dayMs)),
      confirmed_at: isConfirmed ? instantText(now) : null,
      confirmed_from: isConfirmed ? '127.0.0.1' : '',
      ended_at: null,
      end_reason: '',
    })
    .execute()
  if (isConfirmed) {
    await runtime.db.updateTable('customer').set({ has_newsletter: 1 }).where('id', '=', customerId).execute()
  }
  return { id, email }
}

/** A customer with arbitrary values. */
async function buildBareCustomer(runtime: Runtime): Promise<string> {
  const id = newId()
  const number = `K-${randomUUID().slice(0, 8)}`
  const now = instantText(runtime.clock.now())
  await runtime.db
    .insertInto('customer')
    .values({
      id,
      number,
      number_key: number,
      kind: 'private',
      company: '',
      first_name: 'Kim',
      last_name: `Muster ${number}`,
      name_key: fold(`Kim Muster ${number}`),
      phone: '',
      website: '',
      email: '',
      street: '',
      zip: '',
      city: '',
      country: 'DE',
      vat_id: '',
      leitweg_id: '',
      is_notified: 1,
      has_newsletter: 0,
      hourly_rate_cents: 9_000,
      note: '',
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}
