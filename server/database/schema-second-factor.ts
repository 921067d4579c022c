/** What users have besides the password, and logins that wait for it. */
import type { InstantText } from './schema-columns.ts'

type TotpTable = {
  id: string
  user_id: string
  /** Base32, sealed (`server/secrets`). */
  sealed_seed: string
  /** The last step a code was accepted for: neither it nor an older one is accepted again. */
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
  /** Of signatures, where the authenticator counts; else 0. */
  counter: number
  /** Words of the browser, parted by spaces. */
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

export type SecondFactorTables = {
  login_policy: LoginPolicyTable
  totp: TotpTable
  recovery_code: RecoveryCodeTable
  pending_login: PendingLoginTable
  passkey: PasskeyTable
  passkey_challenge: PasskeyChallengeTable
}
