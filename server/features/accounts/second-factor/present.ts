import type { SecondFactor } from '#contract/second-factor.ts'
import type { getSecondFactor } from '#server/auth/second-factor.ts'

export function presentSecondFactor({
  totpSince,
  recoveryCodesLeft,
}: Awaited<ReturnType<typeof getSecondFactor>>): SecondFactor {
  return { totp: totpSince === null ? null : { since: totpSince }, recoveryCodesLeft }
}
