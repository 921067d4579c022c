/**
 * A large value at rest, part by part: AES-256-GCM (NIST SP 800-38D) with one random key, which is itself sealed like
 * any secret. Each part is bound to its owner and its position: none can be swapped or moved; a missing end shows in
 * the size its owner records. Without the key the parts are noise, so destroying the key destroys them.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { AppError } from '#server/app-error.ts'

const keyBytes = 32
/** 96 bits, random: safe for far more parts than one key ever has. */
const ivBytes = 12
const tagBytes = 16

/** A separate key for one value, to be stored with `sealSecret`. */
export function newPartsKey(): string {
  return randomBytes(keyBytes).toString('base64')
}

/** One part as it is stored: iv, ciphertext, tag. */
export function sealPart(key: string, owner: string, position: number, plain: Uint8Array): Uint8Array {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'base64'), iv, { authTagLength: tagBytes })
  cipher.setAAD(nameOf(owner, position))
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** The opened part. Throws `secret.unreadable` when it was changed, moved or sealed with another key. */
export function openPart(key: string, owner: string, position: number, sealed: Uint8Array): Uint8Array {
  const bytes = Buffer.from(sealed)
  if (bytes.length < ivBytes + tagBytes) throw new AppError('secret.unreadable')
  const iv = bytes.subarray(0, ivBytes)
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'base64'), iv, { authTagLength: tagBytes })
  decipher.setAAD(nameOf(owner, position)).setAuthTag(bytes.subarray(-tagBytes))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()])
  } catch (error) {
    throw new AppError('secret.unreadable', { cause: error })
  }
}

function nameOf(owner: string, position: number): Buffer {
  return Buffer.from(`${owner}:${position}`)
}
