/** Random secrets for a browser or a mail; the database stores only their hashes. */
import { createHmac, hash, pbkdf2Sync, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

const tokenBytes = 32

/** 256 bits from the system's generator, as URL-safe text. */
export function newToken(): string {
  return randomBytes(tokenBytes).toString('base64url')
}

const typedLength = 32
/** Every router keeps them as they are, and a person can type them. */
const typedCharacters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** A token to be typed into a device: 165 bits in 32 lower-case letters and digits, by default. */
export function newTypedToken(length = typedLength): string {
  return Array.from({ length }, () => typedCharacters[randomInt(typedCharacters.length)]).join('')
}

/** The stored form of a token: SHA-256, hex. A token is random, so no salt and no slow hash is needed. */
export function hashToken(token: string): string {
  return hash('sha256', token)
}

const brokerRounds = 101

/** A token as mosquitto stores it: PBKDF2 of SHA-512. Few rounds suffice, because a token is random. */
export function hashForBroker(token: string): string {
  const salt = randomBytes(12)
  const derived = pbkdf2Sync(token, salt, brokerRounds, 64, 'sha512')
  return `$7$${brokerRounds}$${salt.toString('base64')}$${derived.toString('base64')}`
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
