/** The tables of accounts: users, sessions, second factors, throttles. */
import type { Generated } from 'kysely'
import type { Role } from '#contract/accounts.ts'
import type { SecondFactorState } from '#contract/users.ts'
import type { Flag, InstantText, Revised, Timestamps } from './schema-columns.ts'

export type AccountTables = {
  user_account: UserAccountTable
  session: SessionTable
  one_time_token: OneTimeTokenTable
  throttle: ThrottleTable
  failed_login: FailedLoginTable
  login_policy: LoginPolicyTable
  totp: TotpTable
  recovery_code: RecoveryCodeTable
  pending_login: PendingLoginTable
  passkey: PasskeyTable
  passkey_challenge: PasskeyChallengeTable
  email_change: EmailChangeTable
  stop_link: StopLinkTable
}

export type UserAccountTable = Revised & {
  id: string
  username: string
  /** NFKC, case-folded: unique. */
  username_key: string
  email: string
  /** Lower case, for look-ups. */
  email_key: string
  first_name: string
  last_name: string
  role: Role
  customer_id: string | null
  /** PHC string of argon2id; null until the invitation is accepted. */
  password_hash: string | null
  is_active: Flag
  invited_at: InstantText | null
  last_login_at: InstantText | null
  /** The last attempt that failed or was throttled, and the network it came from. */
  last_failed_login_at: InstantText | null
  last_failed_login_network: Generated<string>
  /** Summary of the tables of second factors; updated with them. */
  second_factor: Generated<SecondFactorState>
  /** Incremented when all access is ended. Invalidates older device marks and pending logins. */
  access_generation: Generated<number>
}

export type SessionTable = {
  /** SHA-256 of the cookie's token, hex. */
  token_hash: string
  id: string
  user_id: string
  created_at: InstantText
  last_seen_at: InstantText
  idle_until: InstantText
  absolute_until: InstantText
  /** Last time the password was entered. */
  authenticated_at: InstantText
  address: string
  user_agent: string
  as_customer_id: string | null
  as_user_until: InstantText | null
  as_user_reason: string
  /** The token before the last renewal; it can still read for a few seconds. */
  previous_token_hash: Generated<string | null>
  previous_token_until: Generated<InstantText | null>
}

export type OneTimeTokenTable = {
  token_hash: string
  kind: 'invitation' | 'password_reset' | 'set_up'
  user_id: string | null
  created_at: InstantText
  expires_at: InstantText
  used_at: InstantText | null
}

type ThrottleTable = {
  /** The counter: `login:account:<key>`, `login:address:<ip>`, `contact:address:<ip>` … */
  key: string
  failures: number
  window_started_at: InstantText
  blocked_until: InstantText | null
}

/** Hourly counts of `failed-login.rules.ts`, until they are in the audit log. */
export type FailedLoginTable = {
  window_started_at: InstantText
  /** The user's id; see `unknownAccount` and `others` for the other values. */
  account: string
  network: string
  failed_count: number
  throttled_count: number
  /** The count when the first line was written; 0 before. */
  recorded_count: number
  /** The time of the last one; empty in rows of an earlier version. */
  last_failed_at: Generated<InstantText | ''>
}

type TotpTable = {
  id: string
  user_id: string
  /** Base32, sealed (`server/secrets`). */
  sealed_seed: string
  /** The last accepted step: neither it nor an older one is accepted again. */
  last_step: number
  created_at: InstantText
  /** null while it is being set up: it protects nothing yet. */
  confirmed_at: InstantText | null
}

type RecoveryCodeTable = {
  /** SHA-256 over user and code, hex. */
  code_hash: string
  user_id: string
  created_at: InstantText
  used_at: InstantText | null
}

type PendingLoginTable = {
  /** SHA-256 of the cookie's token, hex. */
  token_hash: string
  user_id: string
  created_at: InstantText
  expires_at: InstantText
}

type PasskeyTable = {
  id: string
  user_id: string
  /** The authenticator's own name for it, base64url. */
  credential_id: string
  /** COSE key, base64url. */
  public_key: string
  /** Signature counter, where the authenticator has one; else 0. */
  counter: number
  /** Keywords of the browser, separated by spaces. */
  transports: string
  name: string
  created_at: InstantText
  last_used_at: InstantText | null
}

type PasskeyChallengeTable = {
  challenge_hash: string
  purpose: 'registration' | 'login'
  /** Who registers; null for a login. */
  user_id: string | null
  expires_at: InstantText
}

type LoginPolicyTable = {
  id: 1
  /** Admins without one count as customers. */
  admins_need_second_factor: 0 | 1
  revision: number
  created_at: InstantText
  updated_at: InstantText
}

/** A requested change of a user's e-mail address: it takes effect when its link, mailed to the new address, is used. */
export type EmailChangeTable = Timestamps & {
  id: string
  user_id: string
  old_email: string
  new_email: string
  token_hash: string
  state: 'pending' | 'confirmed' | 'cancelled' | 'replaced' | 'expired' | 'stopped'
  expires_at: InstantText
  /** The last undisputed address: it can stop this change, and is restored then. Not always `old_email`. */
  stop_email: string
  /** The time of the first change that this address can stop. */
  disputed_since: InstantText
  /** Until then it can. */
  stoppable_until: InstantText
}

/** The link in warnings about an added factor. Those for address changes are in `email_change`. */
export type StopLinkTable = Pick<
  EmailChangeTable,
  'id' | 'user_id' | 'stop_email' | 'disputed_since' | 'stoppable_until'
> & {
  /** Since when it works; in the future while another address than the present one can stop changes. */
  created_at: InstantText
}
