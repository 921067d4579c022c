import type { SecondFactor } from '#contract/second-factor.ts'
import type { getSecondFactor } from '#server/auth/second-factor-store.ts'
import { presentPasskey } from './passkey.present.ts'

export function presentSecondFactor({
  totpSince,
  passkeys,
  recoveryCodesLeft,
}: Awaited<ReturnType<typeof getSecondFactor>>): SecondFactor {
  return {
    totp: totpSince === null ? null : { since: totpSince },
    passkeys: passkeys.map(presentPasskey),
    recoveryCodesLeft,
  }
}
