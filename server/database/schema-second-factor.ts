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

export type SecondFactorTables = {
  totp: TotpTable
  recovery_code: RecoveryCodeTable
  pending_login: PendingLoginTable
}
