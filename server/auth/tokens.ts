/** Random secrets for a browser or a mail; the database stores only their hashes. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const tokenBytes = 32

/** 256 bits from the system's generator, as URL-safe text. */
export function newToken(): string {
  return randomBytes(tokenBytes).toString('base64url')
}

/** The stored form of a token: SHA-256, hex. A token is random, so no salt and no slow hash is needed. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** A short keyed signature of some text, URL-safe. */
export function sign(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

/** Compares two texts in constant time. */
export function isSameText(one: string, other: string): boolean {
  const left = Buffer.from(one)
  const right = Buffer.from(other)
  return left.length === right.length && timingSafeEqual(left, right)
}
