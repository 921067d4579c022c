/** Authenticator codes: RFC 6238 with the parameters that every app supports, SHA-1, six digits, 30 seconds. */
import { HOTP, Secret, TOTP } from 'otpauth'
import { isSameText } from './tokens.ts'

const stepMs = 30_000
/** 160 bits, as RFC 4226 recommends. */
const seedBytes = 20
const kind = { algorithm: 'SHA1', digits: 6 } as const

/** A new secret, Base32. */
export function newSeed(): string {
  return new Secret({ size: seedBytes }).base32
}

export function stepOf(at: Date): number {
  return Math.floor(at.getTime() / stepMs)
}

export function codeOfStep(seed: string, step: number): string {
  return HOTP.generate({ ...kind, secret: Secret.fromBase32(seed), counter: step })
}

/** The steps a code matches at an instant, one to each side of the clock, oldest first; nearly always one or none. */
export function stepsOfCode(seed: string, code: string, at: Date): number[] {
  const now = stepOf(at)
  return [now - 1, now, now + 1].filter(step => isSameText(codeOfStep(seed, step), code))
}

/** `otpauth://totp/…` as apps read it from a QR code. */
export function otpauthUri(seed: string, { issuer, account }: { issuer: string; account: string }): string {
  return new TOTP({ ...kind, issuer, label: account, secret: Secret.fromBase32(seed) }).toString()
}
